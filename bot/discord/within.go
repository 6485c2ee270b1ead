package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
)

// within ends requests with a context; discordgo's Open takes none. For the gateway's address, which is all that discordgo requests,
// Discord is not asked where it has just told it.
type within struct {
	ctx     context.Context
	next    http.RoundTripper
	address <-chan string
}

func (w within) RoundTrip(req *http.Request) (*http.Response, error) {
	if strings.HasSuffix(req.URL.Path, "/gateway") {
		select {
		case address := <-w.address:
			body, err := json.Marshal(struct {
				URL string `json:"url"`
			}{address})
			return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(body)), Request: req}, err
		default:
		}
	}
	ctx, cancel := context.WithCancel(req.Context())
	stop := context.AfterFunc(w.ctx, cancel)
	end := func() { stop(); cancel() }
	resp, err := w.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		end()
		return nil, err
	}
	resp.Body = ending{resp.Body, end}
	return resp, nil
}

// ending is a body after which something ends.
type ending struct {
	io.ReadCloser
	end func()
}

func (e ending) Close() error {
	defer e.end()
	return e.ReadCloser.Close()
}
