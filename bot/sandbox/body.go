package sandbox

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Limits of size, in bytes.
const (
	maxRequest = 25 << 20
	maxFile    = 10 << 20
)

// upload is a file that came with a request.
type upload struct {
	index int // n of files[n]
	name  string
	kind  string
	data  []byte
}

// file is a stored attachment.
type file struct {
	kind string
	data []byte
}

var filesKey = regexp.MustCompile(`^files?(?:\[(\d+)\])?$`)

// readBody reads and checks the body, when the operation has one.
func (rq *request) readBody() *apiError {
	if rq.r.Method == http.MethodGet || rq.r.Method == http.MethodDelete || rq.route.spec == "" {
		return nil
	}
	rq.r.Body = http.MaxBytesReader(rq.w, rq.r.Body, maxRequest)
	kind, params, _ := mime.ParseMediaType(rq.r.Header.Get("Content-Type"))
	var err error
	switch kind {
	case "application/json":
		rq.body, err = io.ReadAll(rq.r.Body)
	case "multipart/form-data":
		if e := rq.readParts(multipart.NewReader(rq.r.Body, params["boundary"])); e != nil {
			return e
		}
	default:
		return &apiError{status: 400, code: 50035, text: `Expected "Content-Type" header to be one of {'application/json'}.`}
	}
	if err != nil {
		return unread(err)
	}
	return rq.checkSchema()
}

// unread is what becomes of a body that cannot be read. Where the client has gone in the middle there is nobody to answer, and no
// rule was broken.
func unread(err error) *apiError {
	var cut *net.OpError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &cut) {
		panic(http.ErrAbortHandler)
	}
	return fail(40005)
}

func (rq *request) readParts(mr *multipart.Reader) *apiError {
	for {
		p, err := mr.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return unread(err)
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return unread(err)
		}
		if p.FormName() == "payload_json" {
			rq.body = data
			continue
		}
		m := filesKey.FindStringSubmatch(p.FormName())
		if m == nil {
			continue
		}
		index := len(rq.uploads)
		if m[1] != "" {
			index, _ = strconv.Atoi(m[1])
		}
		if len(data) > maxFile {
			var f formErrors
			f.add("files."+strconv.Itoa(index), "BASE_TYPE_MAX_LENGTH", "File size exceeds %d bytes.", maxFile)
			return f.err()
		}
		rq.uploads = append(rq.uploads, upload{index, fileName(p.FileName()), p.Header.Get("Content-Type"), data})
	}
	if len(rq.uploads) > 10 {
		var f formErrors
		f.count("files", len(rq.uploads), 0, 10)
		return f.err()
	}
	if rq.body == nil {
		rq.body = []byte("{}")
	}
	return nil
}

// fileName keeps of a name what may stand in a URL.
func fileName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, name)
}

// keepFiles stores the request's uploads and returns them as attachments. The
// attachments of the body (by id: an upload's index, or one that the message has) say what remains. The lock is held.
func (rq *request) keepFiles(p *payload, old []Attachment, channelID string, ephemeral bool) ([]Attachment, *apiError) {
	sb := rq.sb
	list := old
	described := map[int]*attachmentRef{}
	if p.Attachments != nil {
		list = []Attachment{}
		for i := range *p.Attachments {
			ref := &(*p.Attachments)[i]
			n, err := strconv.Atoi(ref.id())
			if isUpload := err == nil && n < 1<<20; isUpload {
				described[n] = ref
				continue
			}
			found := false
			for _, a := range old {
				if a.ID == ref.id() {
					list, found = append(list, a), true
				}
			}
			if !found {
				var f formErrors
				f.add(fmt.Sprintf("%sattachments.%d.id", rq.prefix, i), "ATTACHMENT_NOT_FOUND", "Attachment data not found.")
				return nil, f.err()
			}
		}
	}
	list = append([]Attachment{}, list...)
	for _, up := range rq.uploads {
		a := Attachment{ID: sb.newID(), Filename: up.name, ContentType: up.kind, Size: len(up.data), Ephemeral: ephemeral}
		if ref := described[up.index]; ref != nil {
			a.Description = ref.Description
			if ref.Filename != "" {
				a.Filename = fileName(ref.Filename)
			}
		}
		delete(described, up.index)
		a.URL = sb.URL() + "/ui/attachment/" + a.ID + "/" + a.Filename
		a.ProxyURL = a.URL
		sb.files[a.ID] = &file{up.kind, up.data}
		list = append(list, a)
	}
	for n := range described {
		var f formErrors
		f.add(rq.prefix+"attachments", "ATTACHMENT_NOT_FOUND", "No file was sent for attachment %d.", n)
		return nil, f.err()
	}
	if len(list) > 10 {
		var f formErrors
		f.count(rq.prefix+"attachments", len(list), 0, 10)
		return nil, f.err()
	}
	return list, nil
}

// dropFiles forgets the bytes of attachments that no message has any more. The lock is held.
func (sb *Sandbox) dropFiles(old, now []Attachment) {
	kept := map[string]bool{}
	for _, a := range now {
		kept[a.ID] = true
	}
	for _, a := range old {
		if !kept[a.ID] && !sb.cfg.Keep {
			delete(sb.files, a.ID)
		}
	}
}
