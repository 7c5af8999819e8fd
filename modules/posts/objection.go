package posts

import (
	"crier/modules/auth"
	"crier/modules/media"
	"crier/platform/apperror"
	"crier/platform/wireid"
)

// objection returns the first thing that publishing a post as it is would fail for, for people; nil
// when nothing is known, and for a post that is on its way or over. Such a post was accepted: what
// it is made of has changed since, as by a picture that was cropped or deleted in the library. lost
// says how many of its files are deleted.
func objection(post *Post, account auth.SocialAccount, files map[wireid.ID]media.MediaFile, own []wireid.ID, lost int) (*string, error) {
	if post.Status != Draft && post.Status != Scheduled {
		return nil, nil
	}
	content, err := contentOf(*post, own)
	if err != nil {
		return nil, err
	}
	says := objectionTo(content, account, files, lost)
	if says == "" {
		return nil, nil
	}
	return &says, nil
}

func objectionTo(p PublishablePost, account auth.SocialAccount, files map[wireid.ID]media.MediaFile, lost int) string {
	if lost > 0 {
		return "a file of the post was deleted: add it again, or leave it out"
	}
	if err := p.checkCount(whole); err != nil {
		return plainly(err)
	}
	for i, id := range p.fileIDs() {
		file, isThere := files[id]
		err := p.checkFile(file, partial)
		if !isThere {
			err = noFile(id)
		}
		if err == nil {
			err = p.MediaType.unfit(file)
		}
		if err != nil {
			return plainly(p.MediaType.OfItem(err, i+1, len(p.fileIDs())))
		}
	}
	if err := p.checkLook(files); err != nil {
		return plainly(err)
	}
	if err := p.checkRules(account); err != nil {
		return plainly(err)
	}
	for _, refused := range refusals(p) {
		return refused.Message
	}
	return ""
}

// unfit is CheckFile in the words of the rules, without the file's id.
func (t MediaType) unfit(file media.MediaFile) error {
	if !file.IsValid {
		return apperror.New(apperror.MediaInvalid, "%s", reasons(file))
	}
	if problems := t.problems(file); problems != "" {
		return apperror.New(apperror.MediaInvalid, "%s", problems)
	}
	return nil
}
