package games

// ActionKind is the kind of an Action.
type ActionKind string

// The kinds of actions. All but Reply are the system's.
const (
	ActReply   ActionKind = "reply"   // a seat answers a prompt
	ActTimeout ActionKind = "timeout" // the time of a prompt is over
	ActLeave   ActionKind = "leave"   // a seat leaves the game for good
	ActVoid    ActionKind = "void"    // the game ends without a winner
)

// Action is the only thing that changes a state.
type Action struct {
	Kind   ActionKind `json:"kind"`
	Seat   Seat       `json:"seat,omitempty"`
	Prompt PromptID   `json:"prompt,omitempty"`
	// Answer is the reply. A timeout carries the final draft as it stood where that counts (Default.Draft).
	Answer Answer `json:"answer,omitempty"`
}

// Reply is a seat's answer to a prompt.
func Reply(seat Seat, prompt PromptID, answer ...string) Action {
	return Action{Kind: ActReply, Seat: seat, Prompt: prompt, Answer: answer}
}

// Timeout ends the time of a prompt: its default acts for all who have not answered.
func Timeout(prompt PromptID) Action { return Action{Kind: ActTimeout, Prompt: prompt} }

// Leave takes a seat out of the game by the game's own rule for leaving.
func Leave(seat Seat) Action { return Action{Kind: ActLeave, Seat: seat} }

// Void ends the game without a winner.
func Void() Action { return Action{Kind: ActVoid} }
