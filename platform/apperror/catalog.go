package apperror

import "net/http"

// catalog is the table of the 50 codes, in the order of contract 7.
var catalog = [...]Definition{
	{
		Code: AuthRequired, Status: http.StatusUnauthorized, Fixer: ClientAuthor,
		Cause:   "The request carries neither an API key nor a session cookie.",
		Fix:     "Send `Authorization: Bearer svc_live_...`, or sign in with the link that `crier login` prints.",
		Example: "the request has neither an API key nor a session; send Authorization: Bearer svc_live_... with a key of crier keys create, or open the link of crier login in the browser",
	},
	{
		Code: AuthInvalidKey, Status: http.StatusUnauthorized, Fixer: MachineUser,
		Cause:   "The bearer value matches no active API key.",
		Fix:     "Use an active key; create one with `crier keys create` when this one is revoked or lost.",
		Example: "the Authorization header has an API key without the word Bearer before it; write Authorization: Bearer svc_live_...",
	},
	{
		Code: TokenInvalid, Status: http.StatusUnauthorized, Fixer: MachineUser,
		Cause:   "The session cookie is not one that this Crier signed, or it has been signed out.",
		Fix:     "Sign in again with the link that `crier login` prints.",
		Example: "the session is not valid, or was signed out; open Crier again to sign in (crier login)",
	},
	{
		Code: TokenExpired, Status: http.StatusUnauthorized, Fixer: MachineUser, OnPosts: true,
		Cause:   "The session cookie has expired or, for an account, the network's access token has.",
		Fix:     "Sign in again or, when an account is named, connect that account again.",
		Example: "the access token of crier.demo.bakery expired at 2026-11-21T09:30:00.000Z; connect the account again",
	},
	{
		Code: AuthFailed, Status: http.StatusInternalServerError, Retryable: true, Fixer: Developers,
		Cause:       "Signing in failed inside Crier.",
		Fix:         "Try again; the log has the reason under the request id.",
		Example:     "signing in failed",
		Unreachable: "Only the sign-in link gives it, which lies outside of v1.",
	},
	{
		Code: CookieAuthRequired, Status: http.StatusForbidden, Fixer: MachineUser,
		Cause:   "The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.",
		Fix:     "Use a browser that was signed in with the link of `crier login` as it is printed, or the command line; an API key cannot do this.",
		Example: "this needs the signed-in browser or the command line; an API key cannot do it",
	},
	{
		Code: SetupLocked, Status: http.StatusForbidden, Fixer: MachineUser,
		Cause:       "Setup is complete, so its operations are closed.",
		Fix:         "Change the setting in question instead.",
		Example:     "setup is complete",
		Unreachable: "Crier has no setup operations, and the contract keeps the code out of v1.",
	},
	{
		Code: ValidationError, Status: http.StatusBadRequest, Fixer: ClientAuthor, OnPosts: true,
		Cause:   "The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.",
		Fix:     "Correct the request as the message says.",
		Example: "body.caption: expected at most 2200 characters",
	},
	{
		Code: MissingParam, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "A required query parameter is absent.",
		Fix:     "Add the parameter.",
		Example: "query.since: required query parameter is missing",
	},
	{
		Code: InvalidParam, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "A path or query parameter does not parse.",
		Fix:     "Send the parameter in the documented form.",
		Example: "path.id: invalid value: not a UUID",
	},
	{
		Code: InvalidCode, Status: http.StatusBadRequest, Fixer: MachineUser,
		Cause:   "The challenge code is not six digits, or the network refused it.",
		Fix:     "Send the six digits that the network sent you; after the third wrong code save the credentials again.",
		Example: "this is not the code that the network wants; tries left: 2",
	},
	{
		Code: InvalidStatus, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "The post's current status does not allow the operation.",
		Fix:     "Read the post and act on the status that it has.",
		Example: "the post can no longer be cancelled: it is PUBLISHED",
	},
	{
		Code: InvalidSchedule, Status: http.StatusBadRequest, Fixer: ClientAuthor, OnPosts: true,
		Cause:   "The time is not in the future, or the scheduled time was missed.",
		Fix:     "Choose a later time; a missed post can be published with retry.",
		Example: "scheduledFor 2026-11-21T09:00:00.000Z is not in the future; it is now 2026-11-21T09:30:00.000Z. Send a later time, or publish at once with POST /posts/publish",
	},
	{
		Code: InvalidTags, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "User tags are allowed on IMAGE and CAROUSEL only.",
		Fix:     "Remove the tags or change the media type.",
		Example: "userTags are for IMAGE and CAROUSEL, not for REELS; leave them out, or name the people in the caption",
	},
	{
		Code: InvalidMentions, Status: http.StatusBadRequest, Fixer: ClientAuthor, OnPosts: true,
		Cause:   "Story mentions are allowed on STORIES only; on a post: a mentioned user does not exist, or a sticker is missing.",
		Fix:     "Remove the mentions or change the media type.",
		Example: "storyMentions are for STORIES, not for IMAGE; leave them out, or name the people in the caption",
	},
	{
		Code: InvalidCollaborators, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "Collaborators are not allowed on STORIES.",
		Fix:     "Remove the collaborators or change the media type.",
		Example: "collaborators are not for STORIES; leave them out, or mention the people with storyMentions",
	},
	{
		Code: InvalidCrossPost, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "Cross-posting is not possible for this media type or account.",
		Fix:     "Leave crossPostToPartner out, or use an account that is connected with a Page.",
		Example: "a carousel cannot be shared to a Page; leave crossPostToPartner out, or share a single picture or video",
	},
	{
		Code: InvalidMediaType, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "The file does not fit the media type.",
		Fix:     "Choose a fitting file or another media type.",
		Example: "the file 0b9d7a52-6f0e-4c61-9f3d-2a7c1d5e8b34 is a video; IMAGE needs an image. Publish it as REELS or STORIES, or send a picture",
	},
	{
		Code: InvalidCarousel, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "A carousel needs 2 to 10 media files.",
		Fix:     "Send 2 to 10 mediaFileIds.",
		Example: "a carousel has 2 to 10 files, not 1; send their ids in mediaFileIds",
	},
	{
		Code: InvalidWorkerKey, Status: http.StatusBadRequest, Fixer: MachineUser,
		Cause:       "The cloud worker refused its key.",
		Fix:         "Deploy the worker again.",
		Example:     "the cloud worker refused its key",
		Unreachable: "Only the deployment of a cloud worker gives it, which is not part of v1.",
	},
	{
		Code: NotFound, Status: http.StatusNotFound, Fixer: ClientAuthor, OnPosts: true,
		Cause:   "There is no such resource; on a post: its account was disconnected.",
		Fix:     "Check the id and the path.",
		Example: "there is no post 0b9d7a52-6f0e-4c61-9f3d-2a7c1d5e8b34",
	},
	{
		Code: MediaInvalid, Status: http.StatusBadRequest, Fixer: MachineUser, OnPosts: true,
		Cause:   "The media file is missing, of an unsupported type or not valid.",
		Fix:     "Upload a file that meets the limits named in the message.",
		Example: "there is no media file 0b9d7a52-6f0e-4c61-9f3d-2a7c1d5e8b34: it was deleted, or never uploaded; upload it with POST /media/upload",
	},
	{
		Code: NoMediaID, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "The post has no id at the network, so it cannot be deleted there.",
		Fix:     "Delete the post from the history instead.",
		Example: "the post is live, but its id at the network is not known; delete it in the network's own app",
	},
	{
		Code: UploadError, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "The upload is too large, incomplete or not in a field named file, or the disk is full.",
		Fix:     "Send one file in the multipart field `file`, within the size limit.",
		Example: "the file is larger than 100 MB",
	},
	{
		Code: ProcessingFailed, Status: http.StatusInternalServerError, Fixer: MachineUser, OnPosts: true,
		Cause: "The picture could not be processed.",
		Fix:   "Save the picture again as a JPEG or PNG and upload it once more.",
		Example: "the network could not process the media: pictures of this format are not accepted; upload it as a JPEG, and publish it as a new post. " +
			"The network says: Error: Media upload has failed with error code 2207005",
	},
	{
		Code: VideoProcessingFailed, Status: http.StatusInternalServerError, Fixer: MachineUser, OnPosts: true,
		Cause: "The video could not be processed.",
		Fix:   "Encode the video as MP4 with H.264 and AAC and upload it once more.",
		Example: "the network could not process the media: videos of this format are not accepted; convert it (crier media convert), and publish it as a new post. " +
			"The network says: Error: Media upload has failed with error code 2207026",
	},
	{
		Code: RateLimited, Status: http.StatusTooManyRequests, Retryable: true, Fixer: Waiting, OnPosts: true,
		Cause:   "The request budget of the API key, or the network's own limit, is used up.",
		Fix:     "Wait for the stated number of seconds, then send the request once more; a post can be retried later.",
		Example: "more than 100 requests a minute with this API key",
	},
	{
		Code: LoginRateLimited, Status: http.StatusTooManyRequests, Retryable: true, Fixer: Waiting, OnPosts: true,
		Cause:   "There were too many sign-in attempts for the account at the network.",
		Fix:     "Wait as long as the message says before the next attempt.",
		Example: "too many logins of this account have failed; try again in 15 minutes",
	},
	{
		Code: StoriesCannotDelete, Status: http.StatusBadRequest, Fixer: MachineUser,
		Cause:   "Stories cannot be deleted through the API.",
		Fix:     "Delete the story in the app, or let it expire after 24 hours.",
		Example: "the network does not delete stories for programs; this one expires 24 hours after its publication",
	},
	{
		Code: PrivateAPIRequired, Status: http.StatusBadRequest, Fixer: MachineUser, OnPosts: true,
		Cause: "Story mentions need native-story credentials, and none are configured.",
		Fix:   "Import a session for the account (`crier accounts session`), or save its username and password, or remove the mentions.",
		Example: "story mentions go out by a sign-in of their own (native-story credentials), and the account crier.demo.bakery has none; " +
			"import a session of the account for it (crier accounts session), or save a username and a password with POST /settings/private-api-credentials, " +
			"or send the story without storyMentions",
	},
	{
		Code: LoginFailed, Status: http.StatusBadRequest, Fixer: MachineUser, OnPosts: true,
		Cause: "The network rejected the credentials, wants the login confirmed in its own app, or gave no answer.",
		Fix:   "Do what the message says, or import a session that is signed in elsewhere (`crier accounts session`), which needs no password.",
		Example: "the network refused this username with this password; nothing was saved. Users of other programs report that it refuses right " +
			"passwords too, when it wants a sign-in confirmed in its own app. Import a session that is signed in elsewhere (crier accounts session), which " +
			"needs no password; or check both, sign in to that app once with them, confirm what it asks there, then try again",
	},
	{
		Code: TwoFactorRequired, Status: http.StatusBadRequest, Fixer: MachineUser, OnPosts: true,
		Cause: "The account has two-factor authentication, which a sign-in with the password cannot pass.",
		Fix:   "Import a session that is signed in elsewhere (`crier accounts session`), or send stories without storyMentions.",
		Example: "the account has two-factor authentication, which a sign-in with the password cannot pass; nothing was saved. Import a session that is " +
			"signed in elsewhere (crier accounts session), which needs no password and no code; or send stories without storyMentions",
	},
	{
		Code: NoActiveSession, Status: http.StatusBadRequest, Fixer: MachineUser,
		Cause:   "No challenge waits for a code: it has ended, or none was begun.",
		Fix:     "Save the credentials again to get a new code.",
		Example: "no challenge waits for a code; save the credentials again to get one",
	},
	{
		Code: MissingAccountID, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:   "The challenge submission names no account.",
		Fix:     "Send accountId.",
		Example: "body.accountId: say whose challenge it is",
	},
	{
		Code: CredentialsNotConfigured, Status: http.StatusBadRequest, Fixer: MachineUser,
		Cause: "The account has no native-story credentials.",
		Fix:   "Import a session for it (`crier accounts session`), or save a username and a password.",
		Example: "there are no native-story credentials of crier.demo.bakery, and its inbox is read with them; import a session " +
			"(crier accounts session), or save a username and a password with POST /settings/private-api-credentials",
	},
	{
		Code: AlreadyReposted, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:       "The story has been reposted before.",
		Fix:         "Nothing is left to do.",
		Example:     "the story has been reposted",
		Unreachable: "Only a repost by hand gives it, which is not part of v1.",
	},
	{
		Code: RepostInProgress, Status: http.StatusConflict, Retryable: true, Fixer: Waiting,
		Cause:       "The story is being reposted right now.",
		Fix:         "Wait for the running repost to end.",
		Example:     "the story is being reposted",
		Unreachable: "Only a repost by hand gives it, which is not part of v1.",
	},
	{
		Code: InvalidState, Status: http.StatusBadRequest, Fixer: ClientAuthor,
		Cause:       "The state of a story repost's record, or of Crier itself, does not allow the operation.",
		Fix:         "Read the record, or the mode of Crier, and act on the state that it has.",
		Example:     "only a PENDING repost can be skipped; this one is PUBLISHED",
		Unreachable: "Only changes of a repost by hand and of the mode give it, which are not part of v1.",
	},
	{
		Code: RepostFailed, Status: http.StatusInternalServerError, Retryable: true, Fixer: Waiting,
		Cause:       "The repost failed at the network.",
		Fix:         "Try again later; the record has the reason.",
		Example:     "the repost failed at the network",
		Unreachable: "Only a repost by hand gives it, which is not part of v1; the history says why others failed.",
	},
	{
		Code: CloudNotConfigured, Status: http.StatusBadRequest, Fixer: MachineUser,
		Cause:   "Cloud scheduling is not set up.",
		Fix:     "Set it up first.",
		Example: "cloud scheduling is not set up: scheduled posts go out while Crier runs; set up a worker (crier cloud setup)",
	},
	{
		Code: NotConfigured, Status: http.StatusBadRequest, Fixer: MachineUser,
		Cause:       "What was asked for is not set up.",
		Fix:         "Set up what the message names.",
		Example:     "videos are edited with ffmpeg, which this machine does not have",
		Unreachable: "Only editing videos, encoding them again and the set-up of the cloud give it, which are not part of v1.",
	},
	{
		Code: BucketNotConfigured, Status: http.StatusBadRequest, Fixer: MachineUser, OnPosts: true,
		Cause:   "In live mode the network fetches media from a public address, and there is none, or the one that is set does not work.",
		Fix:     "Set a bucket with crier bucket set, or correct what the message names; videos of an account that is connected through a Page need none.",
		Example: "the network fetches media from a public address, and there is none; nothing was sent. Set up a worker that serves it (crier cloud setup), or a bucket (crier bucket set), then try again",
	},
	{
		Code: TokenRequired, Status: http.StatusBadRequest, Fixer: MachineUser,
		Cause:       "The cloud provider's API token is not saved.",
		Fix:         "Save the token.",
		Example:     "the API token of the cloud provider is missing",
		Unreachable: "Only the set-up of the cloud gives it, which is not part of v1.",
	},
	{
		Code: WorkerUnreachable, Status: http.StatusBadGateway, Retryable: true, Fixer: MachineUser, OnPosts: true,
		Cause:   "The cloud worker does not answer.",
		Fix:     "Check the connection and try again.",
		Example: "the cloud worker cannot be reached: a web page came in the place of the worker's answer, perhaps of a proxy or of the sign-in page of a network",
	},
	{
		Code: SyncFailed, Status: http.StatusInternalServerError, Retryable: true, Fixer: Waiting,
		Cause:       "Synchronising with the cloud worker failed.",
		Fix:         "Try again; the log has the reason under the request id.",
		Example:     "the cloud worker did not take the posts",
		Unreachable: "Only the deployment of a cloud worker gives it, which is not part of v1.",
	},
	{
		Code: EncryptionKeyMismatch, Status: http.StatusBadRequest, Fixer: MachineUser, OnPosts: true,
		Cause:   "Crier and the cloud worker hold different encryption keys.",
		Fix:     "Deploy the worker again.",
		Example: "the cloud worker has another encryption key; deploy it again (crier cloud deploy)",
	},
	{
		Code: WorkerDeployFailed, Status: http.StatusInternalServerError, Retryable: true, Fixer: MachineUser,
		Cause:       "The cloud worker could not be deployed.",
		Fix:         "Read the message, correct what it names and deploy again.",
		Example:     "the cloud worker could not be deployed",
		Unreachable: "Only the deployment of a cloud worker gives it, which is not part of v1.",
	},
	{
		Code: CloudError, Status: http.StatusInternalServerError, Retryable: true, Fixer: Waiting, OnPosts: true,
		Cause:   "The cloud provider answered with an error.",
		Fix:     "Try again later; the message has the provider's words.",
		Example: "the cloud worker refused its key; deploy it again (crier cloud deploy)",
	},
	{
		Code: UnknownError, Status: http.StatusInternalServerError, Fixer: MachineUser, OnPosts: true,
		Cause: "A service failed in a way that has no code of its own.",
		Fix:   "Read the message; check the network before a retry of a post.",
		Example: "it is not known whether the post was published; it may be live, check before retrying " +
			"(the network is out of order for a while. The network says: An unknown error has occurred. (code 2, trace AvlY1WqKoZ4Tn3bXcXw9P2d))",
	},
	{
		Code: InternalError, Status: http.StatusInternalServerError, Retryable: true, Fixer: Developers,
		Cause:   "Crier itself failed.",
		Fix:     "Try again; report the request id when it stays.",
		Example: "internal error; the log has the reason under request id 0b6f2a9c-51d7-4e0b-8f3c-9a2d6e4b7c15",
	},
}
