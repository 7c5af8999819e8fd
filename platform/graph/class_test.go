package graph_test

import (
	"fmt"
	"net/http"
	"testing"

	"crier/platform/graph"
	_ "crier/platform/needtest/raced"
)

type classCase struct {
	code, subcode int
	read, write   graph.Class
	// unsure: a write that got this may have taken effect.
	unsure bool
	tries  int
	then   graph.Class
}

func same(code, subcode int, class graph.Class) classCase {
	return classCase{code: code, subcode: subcode, read: class, write: class}
}

func unsure(code, subcode int, class graph.Class) classCase {
	c := same(code, subcode, class)
	c.unsure = true
	return c
}

// classCases is the network's table of codes, written a second time from its documentation.
func classCases() []classCase {
	cases := []classCase{
		same(-2, 2207003, graph.NewContainer), same(-2, 2207020, graph.NewContainer),
		unsure(-1, 2207001, graph.Retry),
		same(-1, 2207032, graph.NewContainer), same(-1, 2207053, graph.NewContainer),
		same(-1, 2207073, graph.Permanent),
		same(1, 2207057, graph.Permanent),
		unsure(4, 2207051, graph.Wait),
		same(9, 2207042, graph.CapReached),
		same(24, 2207006, graph.NewContainer),
		{code: 24, subcode: 2207008, read: graph.Retry, write: graph.Retry, tries: 2, then: graph.NewContainer},
		same(25, 2207050, graph.UserAction),
		same(100, 2207023, graph.Permanent), same(100, 2207028, graph.Permanent),
		same(100, 2207035, graph.Permanent), same(100, 2207036, graph.Permanent), same(100, 2207037, graph.Permanent),
		same(100, 2207040, graph.Permanent), same(100, 2207018, graph.Permanent), same(100, 2207089, graph.Permanent),
		{code: 100, subcode: 33, read: graph.Retry, write: graph.Permanent, tries: 3, then: graph.Permanent},
		same(110, 2207013, graph.Permanent),
		same(352, 2207026, graph.Permanent),
		same(9004, 2207052, graph.Retry),
		same(9007, 2207027, graph.NotReady),
		same(36000, 2207004, graph.Permanent), same(36001, 2207005, graph.Permanent),
		same(36003, 2207009, graph.Permanent), same(36004, 2207010, graph.Permanent),
		same(352, 2207076, graph.Permanent),
		same(-1, 2207077, graph.NewContainer), same(100, 2207081, graph.Permanent), same(-1, 2207082, graph.NewContainer),
		unsure(-1, 2207085, graph.NewContainer),
		{code: -1, subcode: 2207069, read: graph.Retry, write: graph.Retry, tries: 1, then: graph.Permanent},
		unsure(1, 0, graph.Retry), unsure(2, 0, graph.Retry), unsure(2, 99, graph.Retry),
		same(3, 0, graph.Permanent),
		same(4, 0, graph.Wait), same(17, 0, graph.Wait), same(32, 0, graph.Wait), same(613, 0, graph.Wait), same(613, 1996, graph.Wait),
		same(80001, 0, graph.Wait), same(80002, 0, graph.Wait), same(80002, 2446079, graph.Wait),
		same(341, 0, graph.Wait), same(368, 0, graph.Wait), same(506, 0, graph.Permanent),
		same(10, 0, graph.NoPermission), same(200, 0, graph.NoPermission), same(250, 5, graph.NoPermission), same(299, 0, graph.NoPermission),
		same(102, 0, graph.TokenDead), same(190, 0, graph.TokenDead), same(190, 1, graph.TokenDead),
		same(389, 0, graph.Retry), same(382, 0, graph.Permanent), same(6000, 0, graph.Retry), same(6001, 0, graph.Retry),
		same(6000, 1363040, graph.Permanent), same(100, 1363127, graph.Permanent),
		same(100, 1363128, graph.Permanent), same(352, 1363129, graph.Permanent),
		// Subcodes of Pages, as Postiz takes them (its Facebook provider, read 2026-11-22). The
		// codes over them vary.
		same(200, 1404078, graph.UserAction), same(200, 4854002, graph.UserAction), same(200, 1404006, graph.UserAction),
		same(368, 1390008, graph.Wait), same(368, 1404112, graph.Wait),
		same(324, 1366046, graph.Permanent), same(324, 1366051, graph.Permanent), same(368, 1404102, graph.Permanent), same(368, 1346003, graph.Permanent),
		// A publishing subcode means the same under a code that is not its own.
		same(100, 2207026, graph.Permanent), same(-1, 2207042, graph.CapReached), same(1, 2207003, graph.NewContainer),
		// Codes that no table knows.
		same(77777, 0, graph.Permanent), same(300, 0, graph.Permanent), same(199, 0, graph.Permanent), same(-3, 0, graph.Permanent),
		same(100, 0, graph.Permanent), same(100, 34, graph.Permanent), same(80003, 0, graph.Permanent),
		{code: -1, subcode: 2207999, read: graph.Retry, write: graph.Retry, tries: 1, then: graph.Permanent},
	}
	for _, subcode := range []int{458, 459, 460, 463, 464, 467, 492} {
		cases = append(cases, same(190, subcode, graph.TokenDead))
	}
	return cases
}

func TestError_ClassesEveryCode(t *testing.T) {
	t.Parallel()
	for _, c := range classCases() {
		body := fmt.Sprintf(`{"error":{"message":"m","type":"OAuthException","code":%d,"error_subcode":%d,"is_transient":false,"fbtrace_id":"Ax"}}`, c.code, c.subcode)
		n := newNetwork(t, answers(http.StatusBadRequest, body))
		_, errRead := n.client.ContainerStatus(t.Context(), primary, containerID)
		_, errWrite := n.client.Publish(t.Context(), permit(), primary, containerID)
		read, write := asError(t, errRead), asError(t, errWrite)
		name := fmt.Sprintf("%d/%d", c.code, c.subcode)
		if read.Code != c.code || read.Subcode != c.subcode || read.Class != c.read || write.Class != c.write {
			t.Errorf("%s: read %d/%d %q, write %q; want %q, %q", name, read.Code, read.Subcode, read.Class, write.Class, c.read, c.write)
		}
		if write.OutcomeUnknown() != c.unsure || read.OutcomeUnknown() {
			t.Errorf("%s: outcome unknown: write %v, want %v; read %v", name, write.OutcomeUnknown(), c.unsure, read.OutcomeUnknown())
		}
		if read.Tries != c.tries || read.Then != c.then {
			t.Errorf("%s: tries %d then %q", name, read.Tries, read.Then)
		}
		if read.Meaning == "" || read.NotSent() || write.NotSent() {
			t.Errorf("%s: meaning %q, not sent %v %v", name, read.Meaning, read.NotSent(), write.NotSent())
		}
	}
}

// Every row is tried, so that a row cannot be added, or hidden behind another one, unseen.
func TestRules_AreAllCovered(t *testing.T) {
	t.Parallel()
	for _, r := range graph.Rules() {
		covered := false
		for _, c := range classCases() {
			code := r.Code == 0 || c.code == r.Code || (r.CodeEnd != 0 && r.Code <= c.code && c.code <= r.CodeEnd)
			want := c.read
			if r.On == graph.OnWrite {
				want = c.write
			}
			covered = covered || (code && (r.Subcode == 0 || c.subcode == r.Subcode) && want == r.Class && c.unsure == r.Unsure)
		}
		if !covered {
			t.Errorf("no case tries %+v", r)
		}
		if r.Meaning == "" || (r.Tries > 0) != (r.Then != "") || (r.Code == 0 && r.Subcode == 0) {
			t.Errorf("a half row: %+v", r)
		}
	}
}

func TestError_TransientAndServerErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		body   string
		class  graph.Class
		unsure bool
	}{
		"unknown, transient":       {400, `{"error":{"code":7777,"is_transient":true}}`, graph.Retry, true},
		"unknown 2207, transient":  {400, `{"error":{"code":-1,"error_subcode":2207998,"is_transient":true}}`, graph.Retry, true},
		"known, called transient":  {400, `{"error":{"code":9,"error_subcode":2207042,"is_transient":true}}`, graph.CapReached, false},
		"known, from a server 500": {500, `{"error":{"code":36003,"error_subcode":2207009}}`, graph.Permanent, true},
		"permission, 403":          {403, `{"error":{"code":10}}`, graph.NoPermission, false},
		"error under 200":          {200, `{"id":"1","error":{"code":3}}`, graph.Permanent, true},
		"down, 503":                {503, `{"error":{"code":2,"is_transient":true}}`, graph.Retry, true},
		"unknown, 500":             {500, `{"error":{"code":-1,"is_transient":false}}`, graph.Retry, true},
		"unknown, 502":             {502, `{"error":{"code":502}}`, graph.Retry, true},
		"unknown, 503":             {503, `{"error":{"code":-1,"type":"OAuthException"}}`, graph.Retry, true},
		"unknown, 429":             {429, `{"error":{"code":80008}}`, graph.Wait, true},
		"unknown, transient, 429":  {429, `{"error":{"code":80008,"is_transient":true}}`, graph.Wait, true},
		"unknown, transient, 503":  {503, `{"error":{"code":7777,"is_transient":true}}`, graph.Retry, true},
		"known, 429":               {429, `{"error":{"code":9,"error_subcode":2207042}}`, graph.CapReached, false},
		"unknown, 404":             {404, `{"error":{"code":7777}}`, graph.Permanent, false},
	} {
		n := newNetwork(t, answers(c.status, c.body))
		got, err := n.client.Publish(t.Context(), permit(), primary, containerID)
		e := asError(t, err)
		if e.Class != c.class || e.OutcomeUnknown() != c.unsure || e.HTTPStatus != c.status || got != "" {
			t.Errorf("%s: got %q, %v, class %q, unknown %v", name, got, e, e.Class, e.OutcomeUnknown())
		}
		_, err = n.client.ContainerStatus(t.Context(), primary, containerID)
		if e := asError(t, err); e.Class != c.class || e.OutcomeUnknown() {
			t.Errorf("%s: a read is of class %q, unknown %v", name, e.Class, e.OutcomeUnknown())
		}
	}
}
