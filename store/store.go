// Package store keeps what must outlive the process: tables, their action
// logs, drafts, live interaction tokens, settings and results.
//
// The store knows bytes and revisions, never rules, words or Discord. Its
// contract, which every implementation is tested against (storetest):
//
//   - A table has a revision. Commit replaces a table's snapshot only if the
//     caller names the revision it read, and moves it on by one, together with
//     the log entry, the deadlines and the drafts of that step: all of it or
//     nothing.
//   - When Commit returns nil the change survives a kill and a power cut. When
//     it returns any error but those documented, the outcome is unknown (so it is
//     when a context ends while a call waits): read the table again before going on.
//     The same holds for every other call that writes.
//   - An interaction is committed at most once per table (ErrDuplicate).
//   - Bytes handed in are copied before the call returns, bytes handed out
//     belong to the caller.
//   - A missing thing is ErrNotFound; deleting a missing thing is no error.
//   - Any number of goroutines may call at once. An iterator holds nothing between
//     two rows: whoever ranges over one may take his time and may write. Each row
//     is whole, but rows may be of different moments. An error is the last row.
//   - Times are kept to the millisecond and come back in UTC.
//   - Names (drafts, users, guilds, interactions, deadlines) have at most 1024 bytes
//     and no zero byte; a record has at most 64 MiB. Anything else is an error, and
//     nothing is written.
//
// OpenBolt is the implementation for one process: one bbolt file, one goroutine
// that writes. The files tell it by subject: keys.go lays out the records,
// txn.go and committer.go write them, open.go, schema.go and verify.go open a
// file, the others hold the calls.
package store

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"
)

// When opening.
var (
	// ErrLocked: another process has the file open.
	ErrLocked = errors.New("store: the file is in use by another process")
	// ErrCorrupt: the file is not a store, or a damaged one.
	ErrCorrupt = errors.New("store: the file is damaged or is not a Kumpas store")
	// ErrNewer: the file was written by a newer program.
	ErrNewer = errors.New("store: the file was written by a newer version of Kumpas")
)

// When reading and committing.
var (
	// ErrNotFound: there is no such table, draft or setting.
	ErrNotFound = errors.New("store: not found")
	// ErrConflict: the table's revision is not the one the change was made from. Nothing was written.
	ErrConflict = errors.New("store: the table has moved on")
	// ErrDuplicate: this interaction has already been committed at this table. Nothing was written.
	ErrDuplicate = errors.New("store: the interaction was committed before")
	// ErrWrite: the disk refused a write; whether it happened is unknown. The store goes on when the disk
	// does: every later call first tries to open the file again, and fails with ErrWrite while it cannot.
	ErrWrite = errors.New("store: writing failed")
	// ErrClosed: the store is closed.
	ErrClosed = errors.New("store: closed")
)

// TableID names a table for ever: 1 to 64 lower-case letters and digits.
type TableID string

// Revision counts the changes of one table; the first commit makes revision 1.
type Revision uint64

// Table is one table as it was last committed.
type Table struct {
	ID       TableID
	Revision Revision
	// Header is a short summary that Tables lists without reading the snapshot.
	Header []byte
	// Snapshot is everything else about the table.
	Snapshot  []byte
	Deadlines []Deadline
	// Closed tables are kept for their history and have no deadlines. They can still be committed to,
	// and stay closed.
	Closed bool
}

// Deadline is an absolute time at which something named Key is due at a table.
type Deadline struct {
	Key string
	At  time.Time
}

// Entry is one line of a table's action log.
type Entry struct {
	Revision Revision // the revision this entry made; set by Commit
	// Interaction is the id of the interaction behind the entry, "" for the table's own steps.
	Interaction string
	At          time.Time
	Data        []byte
}

// Change is one step of a table, written in one transaction.
type Change struct {
	ID TableID
	// From is the revision the change was made from: 0 creates the table.
	From Revision
	// Header replaces the header unless nil; a new table's is empty.
	Header []byte
	// Snapshot replaces the snapshot; it must not be nil.
	Snapshot []byte
	// Entry is appended to the log unless nil. Its Interaction, when not "", must be new at this table.
	Entry *Entry
	// Deadlines replace the table's deadlines; nil leaves none.
	Deadlines []Deadline
	// Drafts are put, by key; a nil value deletes.
	Drafts map[string][]byte
	// DropDrafts deletes all drafts of the table before Drafts are put.
	DropDrafts bool
	// Close marks the table as over, for good.
	Close bool
	// Result is added to the results of Guild unless nil.
	Result *Result
}

// Result is the outcome of one finished game.
type Result struct {
	Guild string
	Table TableID
	Game  string
	Users []string // the people at it, for Forget
	At    time.Time
	Data  []byte
}

// Token is a live interaction token with what its @original message is. Tokens die after 15 minutes.
type Token struct {
	Data    []byte
	Expires time.Time
}

// Listed is a table as Tables lists it.
type Listed struct {
	ID        TableID
	Revision  Revision
	Header    []byte
	Deadlines []Deadline
}

// Store is the interface; OpenBolt returns the implementation for one process.
type Store interface {
	// Commit writes one change durably and returns the new revision.
	// Errors, of which the first that applies is returned and with which nothing is written: ErrClosed,
	// ErrNotFound (From > 0 and no such table), ErrDuplicate, ErrConflict. Others leave the outcome unknown.
	Commit(ctx context.Context, c Change) (Revision, error)
	// Table reads a table. Errors: ErrNotFound.
	Table(ctx context.Context, id TableID) (Table, error)
	// Tables lists the tables that are not closed, in order of their ids.
	Tables(ctx context.Context) iter.Seq2[Listed, error]
	// Closed lists the closed tables, the last one closed first.
	Closed(ctx context.Context) iter.Seq2[Listed, error]
	// Log reads a table's action log from its beginning, as it is when the reading begins. Errors: ErrNotFound.
	Log(ctx context.Context, id TableID) iter.Seq2[Entry, error]
	// Drop deletes a table with its log, drafts, tokens and what is shown of it. Its results stay.
	Drop(ctx context.Context, id TableID) error

	// Draft and PutDraft keep one person's unfinished work at a table, durably; nil data deletes.
	// Errors: ErrNotFound (no such draft; for PutDraft no such table).
	Draft(ctx context.Context, id TableID, key string) ([]byte, error)
	PutDraft(ctx context.Context, id TableID, key string, data []byte) error

	// SetShown remembers what of a table is on the screen (message ids, the revision rendered); nil deletes.
	// It is written soon and without waiting, with the next commit or within a second, and may be lost in a
	// crash. Shown and Token see it at once. A name that cannot be kept is ignored.
	SetShown(id TableID, data []byte)
	// Shown returns what SetShown last put, ErrNotFound if nothing.
	Shown(ctx context.Context, id TableID) ([]byte, error)

	// SetToken keeps a live token of a user at a table; like SetShown it does not wait.
	SetToken(id TableID, user string, t Token)
	// Token returns a user's token if it is still alive at now (before Expires), else ErrNotFound.
	Token(ctx context.Context, id TableID, user string, now time.Time) (Token, error)
	// PurgeTokens deletes the tokens that are dead at now.
	PurgeTokens(ctx context.Context, now time.Time) error

	// Setting and SetSetting keep a server's settings (kind SettingGuild) and a person's (SettingUser); nil data deletes.
	Setting(ctx context.Context, kind SettingKind, id string) ([]byte, error)
	SetSetting(ctx context.Context, kind SettingKind, id string, data []byte) error

	// Results lists a server's results, newest first by their times.
	Results(ctx context.Context, guild string) iter.Seq2[Result, error]
	// Forget deletes a person's settings and tokens, and the results that name him. The bot itself
	// takes him out of his tables.
	Forget(ctx context.Context, user string) error

	// Backup writes a consistent copy of the store, without live tokens, to w while it is in use. The copy is a
	// store's file: to restore it, put it in the file's place. What SetShown has not yet written is not in it.
	Backup(ctx context.Context, w io.Writer) error
	// Ping says whether the store can still be written to, by writing.
	Ping(ctx context.Context) error
	// Waiting is how many changes wait for the disk.
	Waiting() int
	// Close writes what waits and closes the file; later calls get ErrClosed.
	Close() error
}

// SettingKind says whose setting it is.
type SettingKind string

const (
	SettingGuild SettingKind = "guild"
	SettingUser  SettingKind = "user"
	// SettingProgram is for the program itself, such as the hash of the registered commands.
	SettingProgram SettingKind = "program"
)
