package sandbox

import "strconv"

func getMe(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	return struct {
		UserObject
		Locale   string  `json:"locale"`
		MFA      bool    `json:"mfa_enabled"`
		Email    *string `json:"email"`
		Verified bool    `json:"verified"`
	}{rq.sb.bot.object(), rq.sb.bot.locale, true, nil, true}, nil
}

func getUser(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	u := rq.sb.users[rq.r.PathValue("user")]
	if u == nil {
		return nil, fail(10013)
	}
	return u.object(), nil
}

func getMyGuilds(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	const page = 200 // the most, and what is sent unless less is asked for
	most := page
	if n, err := strconv.Atoi(rq.r.FormValue("limit")); err == nil {
		most = max(1, min(n, page))
	}
	after := rq.r.FormValue("after")
	list := []object{}
	for _, id := range sb.guildOrder { // ids grow
		if g := sb.guilds[id]; g.members[sb.bot.id] != nil && compareIDs(id, after) > 0 && len(list) < most {
			list = append(list, object{"id": id, "name": g.name, "icon": nil, "banner": nil, "owner": false,
				"permissions": g.permissions(sb.bot.id, nil).String(), "features": []string{}})
		}
	}
	return list, nil
}

func getApplication(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return object{"id": sb.appID, "name": sb.bot.name, "icon": nil, "description": "", "type": nil, "bot": sb.bot.object(),
		"summary": "", "bot_public": true, "bot_require_code_grant": false, "verify_key": hash(sb.appID), "flags": 0, "hook": true,
		"interactions_endpoint_url": nil, "redirect_uris": []string{}, "approximate_guild_count": len(sb.guilds),
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "team": nil, "owner": sb.bot.object(),
		"role_connections_verification_url": nil, "explicit_content_filter": 0, "integration_types_config": object{"0": object{}}}, nil
}

// guild finds the guild of the request, which the bot must have joined.
func (rq *request) guild() (*Guild, *apiError) {
	g := rq.sb.guilds[rq.r.PathValue("guild")]
	if g == nil || g.members[rq.sb.bot.id] == nil {
		return nil, fail(10004)
	}
	return g, nil
}

func getGuild(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	g, e := rq.guild()
	if e != nil {
		return nil, e
	}
	return g.object(), nil
}

func listChannels(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	g, e := rq.guild()
	if e != nil {
		return nil, e
	}
	list := []object{}
	for _, id := range g.channels {
		list = append(list, rq.sb.channels[id].object())
	}
	return list, nil
}

func listRoles(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	g, e := rq.guild()
	if e != nil {
		return nil, e
	}
	return g.roleObjects(), nil
}

func getMember(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	g, e := rq.guild()
	if e != nil {
		return nil, e
	}
	id := rq.r.PathValue("user")
	if rq.sb.users[id] == nil {
		return nil, fail(10013)
	}
	if g.members[id] == nil {
		return nil, fail(10007)
	}
	return g.memberObject(id, nil), nil
}

func activeThreads(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	g, e := rq.guild()
	if e != nil {
		return nil, e
	}
	threads, members := []object{}, []object{}
	list := g.threadList(func(t *Channel) bool { return !t.archived && t.canSee(sb.bot.id) })
	for i := len(list) - 1; i >= 0; i-- {
		threads = append(threads, list[i].object())
		if list[i].inThread(sb.bot.id) {
			members = append(members, list[i].threadMember(sb.bot.id))
		}
	}
	return object{"threads": threads, "members": members, "has_more": false}, nil
}

func getChannel(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	return ch.object(), nil
}

func deleteChannel(rq *request) (any, *apiError) {
	rq.sb.mu.Lock()
	defer rq.sb.mu.Unlock()
	ch, e := rq.find()
	if e != nil {
		return nil, e
	}
	need := ManageChannels
	if ch.isThread() {
		need = ManageThreads
	}
	if e := ch.may(need); e != nil {
		return nil, e
	}
	o := ch.object()
	ch.delete(byBot)
	return o, nil
}
