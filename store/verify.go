package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
)

// A damaged file must give an error. bbolt trusts what it reads: a wrong page
// number or length makes it panic, recurse for ever or fault outside the reach
// of recover. So the file is read once, before bbolt may follow its pointers.
// This file knows bbolt's file format (version 2, in the machine's byte order):
//
//	page     id u64, flags u16, count u16, overflow u32, then count elements
//	branch   elements: position u32, key size u32, page u64
//	leaf     elements: flags u32, position u32, key size u32, value size u32
//	meta     magic u32, version u32, page size u32, flags u32, root u64, sequence u64,
//	         free list u64, end of pages u64, transaction u64, FNV-1a checksum u64
//	bucket   a value of a leaf: root u64, sequence u64, then its only page if root is 0
const (
	pageHeader   = 16
	elementSize  = 16
	bucketHeader = 16
	metaSize     = 64

	branchPage = 0x01
	leafPage   = 0x02
	bucketLeaf = 0x01 // flag of a leaf's element whose value is a bucket

	metaMagic   = 0xED0CDAED
	metaVersion = 2
	noFreeList  = ^uint64(0) // we never let bbolt keep its free list in the file
)

var native = binary.NativeEndian

// verify walks every page that the newest transaction of the file can reach
// and hands each record of each top-level bucket to visit.
func verify(file io.ReaderAt, size int64, visit func(bucket, key, value []byte) error) error {
	m, err := newestMeta(file, size)
	if err != nil {
		return err
	}
	v := verifier{file: file, meta: m, seen: make([]bool, m.end)}
	return v.tree(m.root, func(flags uint32, name, bucket []byte) error {
		if flags != bucketLeaf || len(bucket) < bucketHeader {
			return damaged("a top-level value is no bucket")
		}
		record := func(flags uint32, key, value []byte) error {
			if flags != 0 {
				return damaged("a bucket lies within a bucket")
			}
			return visit(name, key, value)
		}
		if root := native.Uint64(bucket); root != 0 {
			return v.tree(root, record)
		}
		_, err := v.page(bucket[bucketHeader:], leafPage, span{}, func(e element) error {
			return record(e.flags, e.key, e.value)
		})
		return err
	})
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrCorrupt}, args...)...)
}

type meta struct {
	pageSize       int64
	root, end, txn uint64
}

// newestMeta chooses as bbolt does: the valid one of the two with the higher transaction.
func newestMeta(file io.ReaderAt, size int64) (newest meta, err error) {
	found := false
	at := func(offset int64) (meta, bool) {
		m, ok := readMeta(file, offset)
		if ok && (!found || m.txn > newest.txn) {
			newest, found = m, true
		}
		return m, ok
	}
	if m, ok := at(0); ok {
		at(m.pageSize)
	} else { // the page size stands in the second, so try every size
		for offset := int64(1 << 10); offset < size && !found; offset <<= 1 {
			at(offset)
		}
	}
	switch {
	case !found:
		return meta{}, damaged("it does not begin like one")
	case newest.end > uint64(size/newest.pageSize):
		return meta{}, damaged("its end is missing")
	}
	return newest, nil
}

func readMeta(file io.ReaderAt, offset int64) (meta, bool) {
	b := make([]byte, metaSize)
	if _, err := file.ReadAt(b, offset+pageHeader); err != nil {
		return meta{}, false
	}
	sum := fnv.New64a()
	sum.Write(b[:56])
	m := meta{int64(native.Uint32(b[8:])), native.Uint64(b[16:]), native.Uint64(b[40:]), native.Uint64(b[48:])}
	ok := native.Uint32(b) == metaMagic && native.Uint32(b[4:]) == metaVersion &&
		native.Uint64(b[56:]) == sum.Sum64() && native.Uint64(b[32:]) == noFreeList &&
		m.pageSize >= 1<<10 && m.pageSize <= 1<<24 && m.end < 1<<40
	return m, ok
}

type verifier struct {
	file io.ReaderAt
	meta meta
	seen []bool // by page number: part of a page already walked
}

// span is where the keys of a page must lie: from first up to, not including, end; nil has no bound.
type span struct{ first, end []byte }

type element struct {
	flags      uint32
	key, value []byte
	page       uint64
}

// tree walks a tree of pages and hands out its leaves' elements in order.
func (v verifier) tree(root uint64, leaf func(flags uint32, key, value []byte) error) error {
	return v.subtree(root, span{}, true, leaf)
}

func (v verifier) subtree(id uint64, within span, isRoot bool, leaf func(flags uint32, key, value []byte) error) error {
	b, err := v.read(id)
	if err != nil {
		return err
	}
	if native.Uint16(b[8:]) == leafPage {
		n, err := v.page(b, leafPage, within, func(e element) error { return leaf(e.flags, e.key, e.value) })
		if n == 0 && err == nil && !isRoot {
			return damaged("page %d is empty", id)
		}
		return err
	}
	var children []element
	n, err := v.page(b, branchPage, within, func(e element) error {
		children = append(children, e)
		return nil
	})
	if n == 0 && err == nil {
		err = damaged("page %d is empty", id)
	}
	if err != nil {
		return err
	}
	for i, child := range children {
		keys := span{child.key, within.end}
		if i+1 < len(children) {
			keys.end = children[i+1].key
		}
		if err := v.subtree(child.page, keys, false, leaf); err != nil {
			return err
		}
	}
	return nil
}

// read returns a page with its overflow; no page may be walked twice.
func (v verifier) read(id uint64) ([]byte, error) {
	if id < 2 || id >= v.meta.end {
		return nil, damaged("there is no page %d", id)
	}
	head := make([]byte, pageHeader)
	if _, err := v.file.ReadAt(head, int64(id)*v.meta.pageSize); err != nil {
		return nil, damaged("page %d cannot be read (%v)", id, err)
	}
	overflow := uint64(native.Uint32(head[12:]))
	if native.Uint64(head) != id || id+overflow >= v.meta.end {
		return nil, damaged("page %d is another one", id)
	}
	for i := id; i <= id+overflow; i++ {
		if v.seen[i] {
			return nil, damaged("page %d is used twice", i)
		}
		v.seen[i] = true
	}
	b := make([]byte, int64(overflow+1)*v.meta.pageSize)
	if _, err := v.file.ReadAt(b, int64(id)*v.meta.pageSize); err != nil {
		return nil, damaged("page %d cannot be read (%v)", id, err)
	}
	return b, nil
}

// page hands out the elements of a page and returns their number. They lie one
// after the other, their keys strictly ascending and within their span.
func (v verifier) page(b []byte, kind uint16, within span, visit func(element) error) (int, error) {
	if len(b) < pageHeader || native.Uint16(b[8:]) != kind {
		return 0, damaged("a page is of the wrong kind")
	}
	count := int(native.Uint16(b[10:]))
	if pageHeader+count*elementSize > len(b) {
		return 0, damaged("a page has more elements than room")
	}
	var last []byte
	next := uint64(pageHeader + count*elementSize) // bbolt leaves no gap between elements
	for i := range count {
		at := pageHeader + i*elementSize
		h := b[at : at+elementSize]
		var e element
		var position, keySize, valueSize uint32
		if kind == branchPage {
			position, keySize, e.page = native.Uint32(h), native.Uint32(h[4:]), native.Uint64(h[8:])
		} else {
			e.flags, position, keySize, valueSize = native.Uint32(h), native.Uint32(h[4:]), native.Uint32(h[8:]), native.Uint32(h[12:])
		}
		from := uint64(at) + uint64(position)
		middle := from + uint64(keySize)
		to := middle + uint64(valueSize)
		if from != next || to > uint64(len(b)) || keySize == 0 {
			return 0, damaged("an element is out of its place")
		}
		next = to
		e.key, e.value = b[from:middle], b[middle:to]
		if i > 0 && bytes.Compare(e.key, last) <= 0 ||
			within.first != nil && bytes.Compare(e.key, within.first) < 0 ||
			within.end != nil && bytes.Compare(e.key, within.end) >= 0 {
			return 0, damaged("keys are out of order")
		}
		last = e.key
		if err := visit(e); err != nil {
			return 0, err
		}
	}
	return count, nil
}
