package sandbox

import "slices"

// NewUser makes a person who is in no server yet.
func (sb *Sandbox) NewUser(name, locale string) *User {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return sb.newUser(name, locale, false)
}

func (sb *Sandbox) newUser(name, locale string, bot bool) *User {
	u := &User{sb: sb, id: sb.newID(), name: name, locale: locale, bot: bot,
		color: colors[len(sb.users)%len(colors)], read: map[string]string{}, hidden: map[string]bool{}}
	sb.users[u.id] = u
	sb.userOrder = append(sb.userOrder, u.id)
	return u
}

// colors of the page's people.
var colors = []string{"#5865f2", "#3ba55d", "#faa61a", "#ed4245", "#eb459e", "#1abc9c", "#e67e22", "#9b59b6", "#206694"}

// Leave makes the person leave every server.
func (u *User) Leave() {
	u.sb.mu.Lock()
	defer u.sb.mu.Unlock()
	for _, g := range u.sb.guilds {
		if g.members[u.id] != nil {
			g.remove(u)
		}
	}
}

// Delete deletes the person's account: he leaves every server, and Discord knows him no more.
func (u *User) Delete() {
	u.Leave()
	sb := u.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	delete(sb.users, u.id)
	sb.userOrder = slices.DeleteFunc(sb.userOrder, func(id string) bool { return id == u.id })
}

// SetLocale changes the person's client language.
func (u *User) SetLocale(locale string) {
	u.sb.mu.Lock()
	defer u.sb.mu.Unlock()
	u.locale = locale
	u.sb.record(Change{Type: "WORLD", For: u.id})
}

// People returns everybody but the bot, in the order they were made.
func (sb *Sandbox) People() []*User {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	var list []*User
	for _, id := range sb.userOrder {
		if u := sb.users[id]; !u.bot {
			list = append(list, u)
		}
	}
	return list
}
