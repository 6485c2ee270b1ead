package games

// Code is the code of a refusal; with the game's id it selects the sentence in locales.
type Code string

// Codes that all games share. Each game adds its own.
const (
	BadPlayerCount Code = "bad_player_count" // Min and Max say how many
	BadOption      Code = "bad_option"       // What names the option
	StalePrompt    Code = "stale_prompt"     // the prompt is over, or never was
	TooLate        Code = "too_late"         // another seat's answer has just closed the prompt; Seat says whose
	NotYours       Code = "not_yours"        // somebody else's decision
	BadChoice      Code = "bad_choice"       // not among the choices
	GameOver       Code = "game_over"
)

// Refusal is the error of an action, a setup or a draft that the rules do not allow. It changes nothing and costs nothing.
type Refusal struct {
	Code Code
	Rule string // the rule that forbids it
	// What fills the sentence, as in Event.
	Seat     Seat
	N        int
	Min, Max int
	What     string
}

// Refuse returns a refusal that names nobody.
func Refuse(code Code, rule string) *Refusal { return &Refusal{Code: code, Rule: rule, Seat: Nobody} }

// Error is for logs and tests, not for people.
func (r *Refusal) Error() string { return "refused: " + string(r.Code) + " (" + r.Rule + ")" }
