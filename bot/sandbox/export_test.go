package sandbox

// Connected is how many connections to the gateway there are.
func (sb *Sandbox) Connected() int {
	sb.mu.Lock()
	defer sb.mu.Unlock()
	return len(sb.conns)
}
