package apperror

import "net/http"

// Code is a code of the contract. Clients match on it; it never changes its meaning.
type Code string

// The codes of contract 7, in its order.
const (
	AuthRequired             Code = "AUTH_REQUIRED"
	AuthInvalidKey           Code = "AUTH_INVALID_KEY"
	TokenInvalid             Code = "TOKEN_INVALID"
	TokenExpired             Code = "TOKEN_EXPIRED"
	AuthFailed               Code = "AUTH_FAILED"
	CookieAuthRequired       Code = "COOKIE_AUTH_REQUIRED"
	SetupLocked              Code = "SETUP_LOCKED"
	ValidationError          Code = "VALIDATION_ERROR"
	MissingParam             Code = "MISSING_PARAM"
	InvalidParam             Code = "INVALID_PARAM"
	InvalidCode              Code = "INVALID_CODE"
	InvalidStatus            Code = "INVALID_STATUS"
	InvalidSchedule          Code = "INVALID_SCHEDULE"
	InvalidTags              Code = "INVALID_TAGS"
	InvalidMentions          Code = "INVALID_MENTIONS"
	InvalidCollaborators     Code = "INVALID_COLLABORATORS"
	InvalidCrossPost         Code = "INVALID_CROSS_POST"
	InvalidMediaType         Code = "INVALID_MEDIA_TYPE"
	InvalidCarousel          Code = "INVALID_CAROUSEL"
	InvalidWorkerKey         Code = "INVALID_WORKER_KEY"
	NotFound                 Code = "NOT_FOUND"
	MediaInvalid             Code = "MEDIA_INVALID"
	NoMediaID                Code = "NO_MEDIA_ID"
	UploadError              Code = "UPLOAD_ERROR"
	ProcessingFailed         Code = "PROCESSING_FAILED"
	VideoProcessingFailed    Code = "VIDEO_PROCESSING_FAILED"
	RateLimited              Code = "RATE_LIMITED"
	LoginRateLimited         Code = "LOGIN_RATE_LIMITED"
	StoriesCannotDelete      Code = "STORIES_CANNOT_DELETE"
	PrivateAPIRequired       Code = "PRIVATE_API_REQUIRED"
	LoginFailed              Code = "LOGIN_FAILED"
	TwoFactorRequired        Code = "TWO_FACTOR_REQUIRED"
	NoActiveSession          Code = "NO_ACTIVE_SESSION"
	MissingAccountID         Code = "MISSING_ACCOUNT_ID"
	CredentialsNotConfigured Code = "CREDENTIALS_NOT_CONFIGURED"
	AlreadyReposted          Code = "ALREADY_REPOSTED"
	RepostInProgress         Code = "REPOST_IN_PROGRESS"
	InvalidState             Code = "INVALID_STATE"
	RepostFailed             Code = "REPOST_FAILED"
	CloudNotConfigured       Code = "CLOUD_NOT_CONFIGURED"
	NotConfigured            Code = "NOT_CONFIGURED"
	BucketNotConfigured      Code = "BUCKET_NOT_CONFIGURED"
	TokenRequired            Code = "TOKEN_REQUIRED"
	WorkerUnreachable        Code = "WORKER_UNREACHABLE"
	SyncFailed               Code = "SYNC_FAILED"
	EncryptionKeyMismatch    Code = "ENCRYPTION_KEY_MISMATCH"
	WorkerDeployFailed       Code = "WORKER_DEPLOY_FAILED"
	CloudError               Code = "CLOUD_ERROR"
	UnknownError             Code = "UNKNOWN_ERROR"
	InternalError            Code = "INTERNAL_ERROR"
)

// Definition is what the catalogue says of a code.
type Definition struct {
	Code Code
	// Status is the HTTP status that goes with the code, always the same one.
	Status int
	// Cause says when the code is given, Fix what to do about it; each is a sentence in plain words.
	Cause, Fix string
	// Retryable says whether the same request may succeed later without a change.
	Retryable bool
}

// Status returns the HTTP status of the code, 500 for a code that the contract does not have.
func (c Code) Status() int {
	for _, d := range catalog {
		if d.Code == c {
			return d.Status
		}
	}
	return http.StatusInternalServerError
}

// Catalog returns the 50 codes of contract 7 in its order.
func Catalog() []Definition { return append([]Definition(nil), catalog[:]...) }

var catalog = [...]Definition{
	{
		Code: AuthRequired, Status: http.StatusUnauthorized,
		Cause: "The request carries neither an API key nor a session cookie.",
		Fix:   "Send `Authorization: Bearer svc_live_...`, or sign in with the link that `crier login` prints.",
	},
	{
		Code: AuthInvalidKey, Status: http.StatusUnauthorized,
		Cause: "The bearer value matches no active API key.",
		Fix:   "Use an active key; create one with `crier keys create` when this one is revoked or lost.",
	},
	{
		Code: TokenInvalid, Status: http.StatusUnauthorized,
		Cause: "The session cookie is not one that this Crier signed, or it has been signed out.",
		Fix:   "Sign in again with the link that `crier login` prints.",
	},
	{
		Code: TokenExpired, Status: http.StatusUnauthorized,
		Cause: "The session cookie has expired or, for an account, the network's access token has.",
		Fix:   "Sign in again or, when an account is named, connect that account again.",
	},
	{
		Code: AuthFailed, Status: http.StatusInternalServerError, Retryable: true,
		Cause: "Signing in failed inside Crier.",
		Fix:   "Try again; the log has the reason under the request id.",
	},
	{
		Code: CookieAuthRequired, Status: http.StatusForbidden,
		Cause: "The operation accepts the session cookie only.",
		Fix:   "Use the signed-in browser or the command line; an API key cannot do this.",
	},
	{
		Code: SetupLocked, Status: http.StatusForbidden,
		Cause: "Setup is complete, so its operations are closed.",
		Fix:   "Change the setting in question instead.",
	},
	{
		Code: ValidationError, Status: http.StatusBadRequest,
		Cause: "The body or a parameter breaks its schema.",
		Fix:   "Correct the request as the message says.",
	},
	{
		Code: MissingParam, Status: http.StatusBadRequest,
		Cause: "A required query parameter is absent.",
		Fix:   "Add the parameter.",
	},
	{
		Code: InvalidParam, Status: http.StatusBadRequest,
		Cause: "A path or query parameter does not parse.",
		Fix:   "Send the parameter in the documented form.",
	},
	{
		Code: InvalidCode, Status: http.StatusBadRequest,
		Cause: "The challenge code is not six digits, or the network refused it.",
		Fix:   "Send the six digits that the network sent you.",
	},
	{
		Code: InvalidStatus, Status: http.StatusBadRequest,
		Cause: "The post's current status does not allow the operation.",
		Fix:   "Read the post and act on the status that it has.",
	},
	{
		Code: InvalidSchedule, Status: http.StatusBadRequest,
		Cause: "The time is not in the future, or the scheduled time was missed.",
		Fix:   "Choose a later time; a missed post can be published with retry.",
	},
	{
		Code: InvalidTags, Status: http.StatusBadRequest,
		Cause: "User tags are allowed on IMAGE and CAROUSEL only.",
		Fix:   "Remove the tags or change the media type.",
	},
	{
		Code: InvalidMentions, Status: http.StatusBadRequest,
		Cause: "Story mentions are allowed on STORIES only.",
		Fix:   "Remove the mentions or change the media type.",
	},
	{
		Code: InvalidCollaborators, Status: http.StatusBadRequest,
		Cause: "Collaborators are not allowed on STORIES.",
		Fix:   "Remove the collaborators or change the media type.",
	},
	{
		Code: InvalidCrossPost, Status: http.StatusBadRequest,
		Cause: "Cross-posting is not possible for this media type or account.",
		Fix:   "Leave crossPostToPartner out, or use an account that is connected with a Page.",
	},
	{
		Code: InvalidMediaType, Status: http.StatusBadRequest,
		Cause: "The file does not fit the media type.",
		Fix:   "Choose a fitting file or another media type.",
	},
	{
		Code: InvalidCarousel, Status: http.StatusBadRequest,
		Cause: "A carousel needs 2 to 10 media files.",
		Fix:   "Send 2 to 10 mediaFileIds.",
	},
	{
		Code: InvalidWorkerKey, Status: http.StatusBadRequest,
		Cause: "The cloud worker refused its key.",
		Fix:   "Deploy the worker again.",
	},
	{
		Code: NotFound, Status: http.StatusNotFound,
		Cause: "There is no such resource.",
		Fix:   "Check the id and the path.",
	},
	{
		Code: MediaInvalid, Status: http.StatusBadRequest,
		Cause: "The media file is missing, of an unsupported type or not valid.",
		Fix:   "Upload a file that meets the limits named in the message.",
	},
	{
		Code: NoMediaID, Status: http.StatusBadRequest,
		Cause: "The post has no id at the network, so it cannot be deleted there.",
		Fix:   "Delete the post from the history instead.",
	},
	{
		Code: UploadError, Status: http.StatusBadRequest,
		Cause: "The upload is too large, incomplete, or not in a field named file.",
		Fix:   "Send one file in the multipart field `file`, within the size limit.",
	},
	{
		Code: ProcessingFailed, Status: http.StatusInternalServerError,
		Cause: "The image could not be processed.",
		Fix:   "Save the image again as a JPEG or PNG and upload it once more.",
	},
	{
		Code: VideoProcessingFailed, Status: http.StatusInternalServerError,
		Cause: "The video could not be processed.",
		Fix:   "Encode the video as MP4 with H.264 and AAC and upload it once more.",
	},
	{
		Code: RateLimited, Status: http.StatusTooManyRequests, Retryable: true,
		Cause: "The request budget of the API key, or the network's own limit, is used up.",
		Fix:   "Wait for the stated number of seconds, then send the request once more.",
	},
	{
		Code: LoginRateLimited, Status: http.StatusTooManyRequests, Retryable: true,
		Cause: "There were too many sign-in attempts for the account.",
		Fix:   "Wait before the next attempt.",
	},
	{
		Code: StoriesCannotDelete, Status: http.StatusBadRequest,
		Cause: "Stories cannot be deleted through the API.",
		Fix:   "Delete the story in the app, or let it expire after 24 hours.",
	},
	{
		Code: PrivateAPIRequired, Status: http.StatusBadRequest,
		Cause: "Story mentions need native-story credentials, and none are configured.",
		Fix:   "Save native-story credentials for the account, or remove the mentions.",
	},
	{
		Code: LoginFailed, Status: http.StatusBadRequest,
		Cause: "The network rejected the credentials.",
		Fix:   "Check them in the network's own app and save them again.",
	},
	{
		Code: TwoFactorRequired, Status: http.StatusBadRequest,
		Cause: "The account has two-factor authentication, which the native-story login cannot pass.",
		Fix:   "Use an account without two-factor authentication for native stories.",
	},
	{
		Code: NoActiveSession, Status: http.StatusBadRequest,
		Cause: "The challenge ended before the code was submitted.",
		Fix:   "Save the credentials again to get a new code.",
	},
	{
		Code: MissingAccountID, Status: http.StatusBadRequest,
		Cause: "The challenge submission names no account.",
		Fix:   "Send accountId.",
	},
	{
		Code: CredentialsNotConfigured, Status: http.StatusBadRequest,
		Cause: "Native-story credentials are not saved for the account.",
		Fix:   "Save them first.",
	},
	{
		Code: AlreadyReposted, Status: http.StatusBadRequest,
		Cause: "The story has been reposted before.",
		Fix:   "Nothing is left to do.",
	},
	{
		Code: RepostInProgress, Status: http.StatusConflict, Retryable: true,
		Cause: "The story is being reposted right now.",
		Fix:   "Wait for the running repost to end.",
	},
	{
		Code: InvalidState, Status: http.StatusBadRequest,
		Cause: "The story repost record's state does not allow the operation.",
		Fix:   "Read the record and act on the state that it has.",
	},
	{
		Code: RepostFailed, Status: http.StatusInternalServerError, Retryable: true,
		Cause: "The repost failed at the network.",
		Fix:   "Try again later; the record has the reason.",
	},
	{
		Code: CloudNotConfigured, Status: http.StatusBadRequest,
		Cause: "Cloud scheduling is not set up.",
		Fix:   "Set it up first.",
	},
	{
		Code: NotConfigured, Status: http.StatusBadRequest,
		Cause: "The integration is not set up.",
		Fix:   "Set it up first.",
	},
	{
		Code: BucketNotConfigured, Status: http.StatusBadRequest,
		Cause: "There is no object storage, so the network cannot fetch media.",
		Fix:   "Configure a bucket.",
	},
	{
		Code: TokenRequired, Status: http.StatusBadRequest,
		Cause: "The cloud provider's API token is not saved.",
		Fix:   "Save the token.",
	},
	{
		Code: WorkerUnreachable, Status: http.StatusBadGateway, Retryable: true,
		Cause: "The cloud worker does not answer.",
		Fix:   "Check the connection and try again.",
	},
	{
		Code: SyncFailed, Status: http.StatusInternalServerError, Retryable: true,
		Cause: "Synchronising with the cloud worker failed.",
		Fix:   "Try again; the log has the reason under the request id.",
	},
	{
		Code: EncryptionKeyMismatch, Status: http.StatusBadRequest,
		Cause: "Crier and the cloud worker hold different encryption keys.",
		Fix:   "Deploy the worker again.",
	},
	{
		Code: WorkerDeployFailed, Status: http.StatusInternalServerError, Retryable: true,
		Cause: "The cloud worker could not be deployed.",
		Fix:   "Read the message, correct what it names and deploy again.",
	},
	{
		Code: CloudError, Status: http.StatusInternalServerError, Retryable: true,
		Cause: "The cloud provider answered with an error.",
		Fix:   "Try again later; the message has the provider's words.",
	},
	{
		Code: UnknownError, Status: http.StatusInternalServerError,
		Cause: "A service failed in a way that has no code of its own.",
		Fix:   "Read the message; check the network before a retry of a post.",
	},
	{
		Code: InternalError, Status: http.StatusInternalServerError, Retryable: true,
		Cause: "Crier itself failed.",
		Fix:   "Try again; report the request id when it stays.",
	},
}
