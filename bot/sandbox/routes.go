package sandbox

// routes is the REST API that the bot may use.
var routes = []route{
	{pattern: "GET /gateway", public: true, handle: getGateway},
	{pattern: "GET /gateway/bot", limit: otherLimit, handle: getGatewayBot},
	{pattern: "GET /users/@me", limit: otherLimit, handle: getMe},
	{pattern: "GET /users/{user}", limit: otherLimit, handle: getUser},
	{pattern: "GET /users/@me/guilds", limit: otherLimit, handle: getMyGuilds},
	{pattern: "GET /applications/@me", limit: otherLimit, handle: getApplication},
	{pattern: "GET /oauth2/applications/@me", limit: otherLimit, handle: getApplication},

	{pattern: "GET /applications/{application}/commands", limit: otherLimit, handle: listCommands},
	{pattern: "PUT /applications/{application}/commands", spec: "/applications/{application_id}/commands", limit: otherLimit, handle: overwriteCommands},
	{pattern: "POST /applications/{application}/commands", spec: "/applications/{application_id}/commands", limit: otherLimit, handle: createCommand},
	{pattern: "GET /applications/{application}/commands/{command}", limit: otherLimit, handle: getCommand},
	{pattern: "PATCH /applications/{application}/commands/{command}", spec: "/applications/{application_id}/commands/{command_id}", limit: otherLimit, handle: editCommand},
	{pattern: "DELETE /applications/{application}/commands/{command}", limit: otherLimit, handle: deleteCommand},
	{pattern: "GET /applications/{application}/guilds/{guild}/commands", limit: otherLimit, handle: listCommands},
	{pattern: "PUT /applications/{application}/guilds/{guild}/commands", spec: "/applications/{application_id}/guilds/{guild_id}/commands", limit: otherLimit, handle: overwriteCommands},
	{pattern: "POST /applications/{application}/guilds/{guild}/commands", spec: "/applications/{application_id}/guilds/{guild_id}/commands", limit: otherLimit, handle: createCommand},
	{pattern: "GET /applications/{application}/guilds/{guild}/commands/{command}", limit: otherLimit, handle: getCommand},
	{pattern: "PATCH /applications/{application}/guilds/{guild}/commands/{command}", spec: "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}", limit: otherLimit, handle: editCommand},
	{pattern: "DELETE /applications/{application}/guilds/{guild}/commands/{command}", limit: otherLimit, handle: deleteCommand},

	{pattern: "GET /channels/{channel}", limit: otherLimit, handle: getChannel},
	{pattern: "PATCH /channels/{channel}", spec: "/channels/{channel_id}", limit: otherLimit, handle: editChannel},
	{pattern: "DELETE /channels/{channel}", limit: otherLimit, handle: deleteChannel},
	{pattern: "POST /channels/{channel}/typing", limit: otherLimit, handle: startTyping},
	{pattern: "GET /channels/{channel}/messages", limit: otherLimit, handle: listMessages},
	{pattern: "POST /channels/{channel}/messages", spec: "/channels/{channel_id}/messages", limit: createLimit, handle: createMessage},
	{pattern: "GET /channels/{channel}/messages/{message}", limit: otherLimit, handle: getMessage},
	{pattern: "PATCH /channels/{channel}/messages/{message}", spec: "/channels/{channel_id}/messages/{message_id}", limit: editLimit, handle: editMessage},
	{pattern: "DELETE /channels/{channel}/messages/{message}", limit: deleteLimit, handle: deleteMessage},
	{pattern: "POST /channels/{channel}/messages/{message}/threads", spec: "/channels/{channel_id}/messages/{message_id}/threads", limit: threadLimit, handle: createThread},
	{pattern: "POST /channels/{channel}/threads", spec: "/channels/{channel_id}/threads", limit: threadLimit, handle: createThread},
	{pattern: "GET /channels/{channel}/thread-members", limit: otherLimit, handle: listThreadMembers},
	{pattern: "PUT /channels/{channel}/thread-members/{user}", limit: otherLimit, handle: addThreadMember},
	{pattern: "DELETE /channels/{channel}/thread-members/{user}", limit: otherLimit, handle: removeThreadMember},
	{pattern: "GET /guilds/{guild}", limit: otherLimit, handle: getGuild},
	{pattern: "GET /guilds/{guild}/channels", limit: otherLimit, handle: listChannels},
	{pattern: "GET /guilds/{guild}/roles", limit: otherLimit, handle: listRoles},
	{pattern: "GET /guilds/{guild}/members/{user}", limit: otherLimit, handle: getMember},
	{pattern: "GET /guilds/{guild}/threads/active", limit: otherLimit, handle: activeThreads},

	{pattern: "POST /interactions/{interaction}/{token}/callback", spec: "/interactions/{interaction_id}/{interaction_token}/callback", public: true, handle: answerInteraction},
	{pattern: "POST /webhooks/{application}/{token}", spec: "/webhooks/{webhook_id}/{webhook_token}", limit: webhookLimit, public: true, handle: followUp},
	{pattern: "GET /webhooks/{application}/{token}/messages/{message}", limit: webhookLimit, public: true, handle: getAnswer},
	{pattern: "PATCH /webhooks/{application}/{token}/messages/{message}", spec: "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", limit: webhookLimit, public: true, handle: editAnswer},
	{pattern: "DELETE /webhooks/{application}/{token}/messages/{message}", limit: webhookLimit, public: true, handle: deleteAnswer},
}

func getGateway(rq *request) (any, *apiError) {
	return object{"url": rq.sb.gatewayURL()}, nil
}

func getGatewayBot(rq *request) (any, *apiError) {
	sb := rq.sb
	sb.mu.Lock()
	defer sb.mu.Unlock()
	total, used := sb.cfg.Limits.Identifies, sb.identifies
	if total == 0 { // none is ever too many
		total, used = DiscordLimits().Identifies, 0
	}
	return object{"url": sb.gatewayURL(), "shards": 1, "session_start_limit": object{"total": total,
		"remaining": max(total-used, 0), "reset_after": 86400000, "max_concurrency": 1}}, nil
}
