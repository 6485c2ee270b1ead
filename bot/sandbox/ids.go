package sandbox

import (
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"time"
)

// epoch is the first moment of Discord's snowflakes, in Unix milliseconds.
const epoch = 1420070400000

// snowflakes makes ids that grow, and that carry the time of their making.
type snowflakes struct{ last uint64 }

func (s *snowflakes) next(now time.Time) string {
	id := uint64(now.UnixMilli()-epoch) << 22
	if id <= s.last {
		id = s.last + 1
	}
	s.last = id
	return strconv.FormatUint(id, 10)
}

func snowflakeTime(id string) time.Time {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(n>>22) + epoch).UTC()
}

func isSnowflake(id string) bool {
	n, err := strconv.ParseUint(id, 10, 64)
	return err == nil && n > 0
}

func secret(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}
