package watch

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"crier/modules/health"
	"crier/platform/apperror"
	"crier/platform/wireid"
	"crier/platform/wiretime"
)

// mostFiles is how many files that cannot be used are named, mostNamed how many of them on Health.
const mostFiles, mostNamed = 20, 3

// overview says how each folder is.
func (s *service) overview(ctx context.Context) (WatchedFolders, error) {
	all, names, err := s.folders(ctx)
	if err != nil {
		return WatchedFolders{}, err
	}
	o := WatchedFolders{Folders: make([]WatchedFolder, len(all))}
	for i, f := range all {
		if o.Folders[i], err = s.show(ctx, f, names[f.AccountID]); err != nil {
			return WatchedFolders{}, err
		}
	}
	return o, nil
}

// one says how the folder of the account is.
func (s *service) one(ctx context.Context, account wireid.ID) (WatchedFolder, error) {
	all, err := s.overview(ctx)
	if err != nil {
		return WatchedFolder{}, err
	}
	i := slices.IndexFunc(all.Folders, func(f WatchedFolder) bool { return f.AccountID == account })
	if i < 0 {
		return WatchedFolder{}, apperror.New(apperror.NotFound, "no folder is watched for the account %s", account)
	}
	return all.Folders[i], nil
}

func (s *service) show(ctx context.Context, f folder, name string) (WatchedFolder, error) {
	shown := WatchedFolder{AccountID: f.AccountID, Username: name, Path: f.Path, Timezone: f.Timezone, Files: []UnusableWatch{}}
	var err error
	if shown.Taken, err = countTaken(ctx, s.db, f.AccountID); err != nil {
		return shown, err
	}
	bad, n, err := selectProblems(ctx, s.db, f.AccountID, mostFiles)
	if err != nil {
		return shown, err
	}
	shown.Unusable = n
	for _, b := range bad {
		shown.Files = append(shown.Files, UnusableWatch{b.Name, b.Problem})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.watchers[f.AccountID]
	if w == nil {
		return shown, nil
	}
	shown.Problem, shown.Left, shown.Waiting = w.said.problem, w.said.left, w.said.waiting
	if !w.said.at.IsZero() {
		shown.LookedAt = wiretime.Ptr(w.said.at)
	}
	switch {
	case !w.said.step.IsZero() && s.clock.Now().Sub(w.said.step) >= stuck:
		shown.Problem = "its disk does not answer"
	case shown.Problem == "" && w.said.isCut:
		shown.Problem = fmt.Sprintf("it has more than %d files, and the rest is left; move some elsewhere", mostNames)
	}
	return shown, nil
}

// parts says on Health how each folder is.
func (s *service) parts(ctx context.Context) ([]health.HealthPart, error) {
	o, err := s.overview(ctx)
	if err != nil {
		return nil, err
	}
	parts := make([]health.HealthPart, len(o.Folders))
	for i := range o.Folders {
		parts[i] = part(&o.Folders[i])
	}
	return parts, nil
}

func part(f *WatchedFolder) health.HealthPart {
	p := health.HealthPart{
		ID: "watch:" + f.AccountID.String(), Name: "Watched folder of " + f.Username, Verdict: health.Well, Says: "What comes there becomes a draft.", Evidence: f.Path,
		Fix: health.HealthFix{Label: "Open", To: "/settings/watch", Command: "crier watch"},
	}
	if f.Left > 0 {
		p.Says, p.Figure, p.Unit = "What is there becomes drafts, one after the other.", fmt.Sprint(f.Left), "left"
	}
	switch {
	case f.Problem != "":
		p.Verdict, p.Says = health.Soon, "Nothing is taken from it: "+f.Problem+". Crier waits, and goes on by itself."
	case f.Unusable > 0:
		p.Verdict, p.Figure, p.Unit = health.Soon, fmt.Sprint(f.Unusable), "files"
		if f.Unusable == 1 {
			p.Unit = "file"
		}
		named := make([]string, 0, mostNamed)
		for _, u := range f.Files[:min(len(f.Files), mostNamed)] {
			named = append(named, u.Name+" ("+u.Problem+")")
		}
		p.Says, p.Evidence = "Some of it cannot be used. Mend or move it, and this is well again.", strings.Join(named, ", ")
	}
	return p
}
