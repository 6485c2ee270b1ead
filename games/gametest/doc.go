// Package gametest is the conformance suite that every game must pass.
//
// A game's test calls Run with the game; everything else is found out through the contract alone. Run plays
// a seeded sample that takes seconds. A long run of one game is
//
//	KUMPAS_PLAYOUTS=5000 go test -run Conformance -timeout 2h ./games/entrika
//
// and KUMPAS_SEED=7 draws other games. A finding names its seed and playout; with KUMPAS_SEED and KUMPAS_PLAYOUT set
// to them that playout alone is played again. Checks lists what is checked and what each check asks.
//
// Two kinds of playouts are made. In a single playout one game is played to its end by random replies, changed answers,
// open prompts, time-outs, leaving seats and computer players; each state on the way is examined, and what else could be done
// there (every answer offered, forgeries, damage to the bytes) is tried on the side. In a paired playout every viewer has a
// twin of the game beside it, dealt anew by Redeal, which must look the same to him for as long as nothing is
// revealed.
//
// What the suite cannot see: an event of a revealing kind is exempt from the comparison, its audience included, so
// Info.Revealing should name as few kinds as it can; and an item that Hidden does not name is not asked for, so Hidden should
// name each hand by itself.
package gametest
