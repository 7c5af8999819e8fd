package publish

import (
	"context"

	"crier/modules/auth"
	"crier/modules/posts/publish/channel"
	"crier/modules/posts/publish/failure"
)

// hasOtherToken reports whether the account has another token than the run uses: somebody connected
// it again while the network was at a call, or the token was renewed. What the network says of the
// former one says nothing about the account then.
func hasOtherToken(ctx context.Context, accounts *auth.Service, run *channel.Run) bool {
	if run.Token.IsEmpty() {
		return false
	}
	token, err := accounts.Token(ctx, run.Post.SocialAccountID)
	return err == nil && token != run.Token
}

// ofFormerToken returns the failure, or a further attempt in place of one that is about a token
// that the account does not have any more.
func ofFormerToken(ctx context.Context, accounts *auth.Service, run *channel.Run, v failure.Failure) failure.Failure {
	if !v.DeadToken && !v.Checkpoint || !hasOtherToken(ctx, accounts, run) {
		return v
	}
	return failure.Failure{
		Action: failure.Again, Code: v.Code, Message: "the network refused the token that the account had before; the account has another one by now",
	}
}

// judge returns what an error of a run means for its post.
func judge(ctx context.Context, accounts *auth.Service, run *channel.Run, err error) failure.Failure {
	return ofFormerToken(ctx, accounts, run, failure.Judge(err, run.Failed()))
}
