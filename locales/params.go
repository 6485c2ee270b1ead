package locales

import (
	"fmt"
	"strings"
	"text/template/parse"
)

// paramsOf lists the parameters of a text, doubles included. Errors: a text that does more than doc.go allows.
func paramsOf(text string) ([]string, error) {
	trees, err := parse.Parse("text", text, "", "", map[string]any{"eq": true})
	if err != nil {
		return nil, err
	}
	if trees["text"] == nil || len(trees) > 1 {
		return nil, fmt.Errorf("more than one template")
	}
	params, err := inNode(nil, trees["text"].Root)
	if err == nil && len(params) == 0 && strings.Contains(text, "{{") {
		err = fmt.Errorf("braces without a parameter")
	}
	return params, err
}

func inNode(params []string, n parse.Node) ([]string, error) {
	var err error
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return params, nil
		}
		for _, child := range n.Nodes {
			if params, err = inNode(params, child); err != nil {
				return nil, err
			}
		}
		return params, nil
	case *parse.TextNode:
		return params, nil
	case *parse.ActionNode:
		return inPipe(params, n.Pipe, 1)
	case *parse.IfNode:
		if params, err = inPipe(params, n.Pipe, 3); err != nil {
			return nil, err
		}
		for _, branch := range []*parse.ListNode{n.List, n.ElseList} {
			if params, err = inNode(params, branch); err != nil {
				return nil, err
			}
		}
		return params, nil
	}
	return nil, fmt.Errorf("%s is more than a parameter or an if", n)
}

// inPipe takes ".Name" and, if there may be three words, "eq .Name .Other".
func inPipe(params []string, pipe *parse.PipeNode, words int) ([]string, error) {
	if len(pipe.Decl) > 0 || len(pipe.Cmds) != 1 {
		return nil, fmt.Errorf("%s is more than a parameter", pipe)
	}
	args := pipe.Cmds[0].Args
	switch {
	case len(args) == 3 && words == 3 && args[0].String() == "eq":
		args = args[1:]
	case len(args) != 1:
		return nil, fmt.Errorf("%s is more than a parameter", pipe)
	}
	for _, arg := range args {
		field, ok := arg.(*parse.FieldNode)
		if !ok || len(field.Ident) != 1 || field.Ident[0][0] < 'A' || field.Ident[0][0] > 'Z' {
			return nil, fmt.Errorf("%s is no parameter", arg)
		}
		params = append(params, field.Ident[0])
	}
	return params, nil
}
