package noir

// The values of the rules, most of them rulings of this house: a corrected value is a change of one line here.

const (
	startCoins      = 3 // R2.3
	handSize        = 6 // R2.4, R4.10
	hideoutIncome   = 3 // R4.3
	hideoutValue    = 3 // R5.3
	hideoutCapacity = 3 // R3.2
	maxDiscards     = 4 // R4.9
	maxStake        = 3 // R6.5.1
	trophyPoints    = 10
	trophiesToWin   = 2 // R10.1
	dieSides        = 6
)

// totalMoney is M by the number of players (R1.5).
var totalMoney = [maxSeats + 1]int16{3: 50, 4: 60, 5: 70, 6: 80}

// lateCoins are the extra coins by turn order (late_seat_bonus).
var lateCoins = [maxSeats + 1][maxSeats]int16{3: {0, 1, 2}, 4: {0, 1, 1, 2}}

// driveByTables are the damage of a Drive-By by roll (R6.3), the default first.
var driveByTables = []struct {
	name   string
	damage [dieSides]int8
}{
	{TableHouse, [dieSides]int8{0, 1, 1, 2, 2, 4}},
	{TableMild, [dieSides]int8{0, 0, 1, 1, 2, 3}},
	{TableHarsh, [dieSides]int8{0, 2, 2, 3, 3, 5}},
	{TablePips, [dieSides]int8{1, 2, 3, 4, 5, 6}},
}

// cardRow is one row of R1.1. The value is a gangster's power or a business's income.
type cardRow struct {
	name          string
	copies, value int8
}

var cards = [cardKinds]cardRow{
	gangster1:  {Gangster1, 14, 1},
	gangster2:  {Gangster2, 10, 2},
	gangster3:  {Gangster3, 8, 3},
	gangster4:  {Gangster4, 4, 4},
	still:      {Still, 10, 1},
	bootlegger: {Bootlegger, 8, 2},
	speakeasy:  {Speakeasy, 6, 3},
	casino:     {Casino, 4, 4},
	poker:      {Poker, 3, 0},
	police:     {Police, 4, 0},
	bribe:      {Bribe, 4, 0},
	driveBy:    {DriveBy, 5, 0},
	turncoat:   {Turncoat, 3, 0},
}

// bossRow is one row of R12.4: what the boss adds to the rules.
type bossRow struct {
	name     string
	tribute  int16 // coins that the hideout pays more in phase A
	walls    int8  // value and capacity of the hideout
	business int16 // off the price of the first business of a turn
	gangster int16 // off the price of the first gangster of a turn
	free     int16 // more cards of phase G that cost nothing
	shot     int8  // damage of an own Drive-By, except on a roll of 1
	dice     int   // more dice in Poker Night, the best two of which count
	plunder  int16 // coins stolen with a business
	friend   bool  // bribes with any reaction card
}

var bosses = [bossKinds]bossRow{
	accountant: {name: Accountant, tribute: 1},
	architect:  {name: Architect, business: 1},
	recruiter:  {name: Recruiter, gangster: 1},
	fox:        {name: Fox, free: 1},
	triggerman: {name: Triggerman, shot: 1},
	gambler:    {name: Gambler, dice: 1},
	warden:     {name: Warden, walls: 1},
	plunderer:  {name: Plunderer, plunder: 1},
	inspector:  {name: Inspector, friend: true},
}
