package httpapi

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// V1Version is the version of the v1 document.
const V1Version = "4.4.0"

func v1Config() huma.Config {
	c := baseConfig("Crier API", V1Version)
	c.Info.Description = strings.TrimSpace(v1Description)
	c.Info.Contact = &huma.Contact{Name: "The Crier project"}
	c.Tags = []*huma.Tag{
		{Name: "Health", Description: "Whether the service works. Ask here first; it needs no key."},
		{Name: "Auth", Description: "Who the caller is, and the connected accounts. The id of an account is what publishing takes as `accountId`."},
		{Name: "Media", Description: "Uploaded images and videos. Upload first, then publish with the file's id."},
		{Name: "Posts", Description: "Drafts, publishing at once, and the history of what was published or failed."},
		{Name: "Schedule", Description: "Posts that wait for their time, and the state of the local queue."},
		{Name: "Cloud", Description: "The cloud worker that can publish while this machine is off. Read-only: it is set up in the program itself."},
		{Name: "Story repost", Description: "Finds stories that mention an account in its inbox and reposts them. It needs native-story credentials."},
		{Name: "Settings", Description: "API keys, and the native-story credentials of an account."},
	}
	return c
}

const v1Description = `
Publishes to Instagram and Facebook Pages from this machine: upload media, publish or schedule posts, and read what became
of them.

### Base URL
` + "`http://127.0.0.1:PORT/api/v1`" + `, port 7171 unless it is set otherwise. The service answers on the loopback interface only, and only
while Crier runs; a refused connection means that it does not.

### Authentication
Send ` + "`Authorization: Bearer svc_live_...`" + ` with an API key, which ` + "`crier keys create NAME`" + ` makes. A browser that was signed in with the
link of ` + "`crier login`" + ` sends its session cookie instead, to the address of that link alone. Every key may do everything except make and revoke keys. Do not try again
with a key that was answered AUTH_INVALID_KEY.

### First post
1. ` + "`GET /auth/me`" + ` lists the accounts: take the ` + "`id`" + ` of one as ` + "`accountId`" + `.
2. ` + "`POST /media/upload`" + ` stores a file: take its ` + "`id`" + ` as ` + "`mediaFileId`" + `.
3. ` + "`POST /posts/publish`" + ` with both answers 202 with a ` + "`postId`" + `.
4. ` + "`GET /posts/{postId}`" + ` every 3 to 5 seconds until ` + "`status`" + ` is PUBLISHED or FAILED, which takes up to about 3 minutes for videos.

### Answers
A success is the resource itself, without an envelope. Instants are UTC with milliseconds and ` + "`Z`" + `; requests take any offset. A field
without a value is ` + "`null`" + `. Ignore fields that you do not know: new ones come without a new version. Unknown fields of a request
are ignored.

### Errors
Every error is an ErrorResponse. Match on ` + "`code`" + `, never on the text. A post that fails at the network is no HTTP error: it becomes
FAILED, with ` + "`errorCode`" + ` and ` + "`errorMessage`" + `. Every answer has an ` + "`x-request-id`" + `, under which the log has the details.
[All the codes](/docs/errors), each with its cause and what to do.

### Limits
Per API key 100 requests a minute and 1000 an hour, unless they are set otherwise; the RateLimit headers tell what is left. On
RATE_LIMITED wait for ` + "`retryAfter`" + ` seconds, then send the request once more. JSON bodies have at most 1 MiB, uploads 100 MB.

### Versions
What is described here is frozen: within v1 nothing is removed or changes its meaning, and what is added can be ignored.
`

func internalConfig() huma.Config {
	c := baseConfig("Crier internal API", "0")
	c.Info.Description = "What the program's own UI uses. It changes without notice; do not build on it."
	c.Tags = []*huma.Tag{
		{Name: "Service", Description: "The running service itself."},
		{Name: "Posts", Description: "What happened to each post."},
		{Name: "Sandbox", Description: "The simulated network, which fails when it is told to."},
	}
	return c
}
