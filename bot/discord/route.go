package discord

import "strings"

// route is what the rate limits know of a request.
type route struct {
	// name has "{id}" and "{token}" for what varies; it is safe to print and to count by.
	name string
	// major is the part of the address that has a limit of its own: channel, server, or webhook with its token. Never printed.
	major string
	// free requests are outside the global limit and are no business of the bot's own token: interactions and webhooks.
	free bool
	// callback is the first answer to an interaction, which no bucket may delay.
	callback bool
}

// routeOf reads a path below the API's base address, such as "/channels/123/messages".
func routeOf(method, path string) route {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	top := parts[0]
	tokens := top == "interactions" || top == "webhooks"
	r := route{free: tokens, callback: top == "interactions"}
	names := make([]string, len(parts))
	for i, part := range parts {
		switch {
		case tokens && i == 2:
			names[i] = "{token}"
		case isID(part):
			names[i] = "{id}"
		default:
			names[i] = part
		}
	}
	switch {
	case tokens && len(parts) > 2:
		r.major = parts[1] + "/" + parts[2]
	case (top == "channels" || top == "guilds") && len(parts) > 1:
		r.major = parts[1]
	}
	r.name = method + " /" + strings.Join(names, "/")
	return r
}

func isID(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}
