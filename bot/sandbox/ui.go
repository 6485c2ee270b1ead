package sandbox

import "net/http"

func (sb *Sandbox) pageRoutes(mux *http.ServeMux) {}
