package publish

import (
	"context"
	"net/http"

	"crier/modules/posts"
	"crier/platform/apperror"
	"crier/platform/httpapi"
	"crier/platform/wireid"

	"github.com/danielgtaylor/huma/v2"
)

type removalInput struct {
	ID      wireid.ID `path:"id" doc:"Id of the post." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	Partner bool      `query:"partner" doc:"Delete the copy on the Page too, where the post was shared. Without it the copy stays, and warnings name it."`
}

type removalOutput struct{ Body NetworkDeletion }

// NetworkDeletion is the answer of DELETE /posts/{id}/instagram (contract 4).
type NetworkDeletion struct {
	Success               bool            `json:"success"               doc:"Always true: the post has left the history." example:"true"`
	WasDeletedFromNetwork bool            `json:"wasDeletedFromNetwork" doc:"Whether the network has deleted the post." example:"true"`
	ClearedPostID         wireid.ID       `json:"clearedPostId"         doc:"The post that has left the history." example:"3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"`
	DeleteError           *string         `json:"deleteError"           doc:"Why the network has not deleted the post; null when it has."`
	Permalink             *string         `json:"permalink"             doc:"Address that the post has, or had, at the network." example:"https://www.instagram.com/p/DAbCdEfGhIj/"`
	Warnings              []posts.Warning `json:"warnings" doc:"What is still live: PARTNER_COPY names the copy on the Page, with its address. Empty when there is nothing to say."`
}

func (r *remover) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "deletePostFromNetwork", Method: http.MethodDelete, Path: "/posts/{id}/instagram", Tags: []string{"Posts"},
		Summary: "Delete a published post at the network",
		Description: "Asks the network to delete the post, and takes it out of the history whatever the network says: wasDeletedFromNetwork and " +
			"deleteError tell. The network deletes posts only of accounts with loginMethod partner, and no stories. A post whose media was found by " +
			"what it looks like, since the answer to the publish call was lost, is read first, and kept when it no longer fits. The copy of a post " +
			"that was shared to the Page stays unless partner is true; warnings name it.",
		Security: httpapi.Any(),
		Metadata: httpapi.WithAnswers(httpapi.Errors(
			apperror.NotFound, apperror.InvalidStatus, apperror.NoMediaID, apperror.StoriesCannotDelete), removalAnswers()...),
	}, r.remove)
}

func (r *remover) remove(ctx context.Context, in *removalInput) (*removalOutput, error) {
	removal, err := r.Remove(ctx, in.ID, in.Partner)
	if err != nil {
		return nil, err
	}
	body := NetworkDeletion{Success: true, WasDeletedFromNetwork: removal.Deleted, ClearedPostID: removal.PostID, Permalink: removal.Permalink, Warnings: removal.Warnings}
	if !removal.Deleted {
		body.DeleteError = &removal.Reason
	}
	return &removalOutput{Body: body}, nil
}

func removalAnswers() []httpapi.Example {
	return []httpapi.Example{
		{Name: "deleted", Summary: "The network has deleted it too", Changes: `{"warnings":[]}`},
		{Name: "kept", Summary: "Out of the history, but still live", Changes: `{"wasDeletedFromNetwork":false,
			"deleteError":"the network lets programs delete posts only of accounts that are connected through a Page; delete it in the network's own app","warnings":[]}`},
		{Name: "copy", Summary: "Its copy on the Page stays", Changes: `{"warnings":[{"code":"PARTNER_COPY",
			"message":"the copy on the Page stays live at https://www.facebook.com/100000000000203/posts/122100000000001; ?partner=true deletes it too"}]}`},
	}
}
