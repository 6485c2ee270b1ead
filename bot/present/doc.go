// Package present draws screens: it turns what a viewer may know into messages
// of Discord components, in the viewer's words. Everything here is a pure
// function of a Scene or a Lobby. What all games share is drawn once (board, private panel,
// lobby, story); a game adds its own lines through the interface Game.
package present
