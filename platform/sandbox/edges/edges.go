// Package edges is the table of what the network's publishing API takes: for each call its
// parameters, and for each type of node its fields, each row with the source that says so and the
// day on which that was read.
//
// The rows do not rest on the client that is checked against them. Their sources are the network's
// specifications and SDKs, its reference pages, and answers that others have seen. The sandbox
// refuses what has no row, and the end-to-end tests check the sandbox's log against the table. So a
// new field or parameter begins with a source here.
//
// A field belongs to a type of node, or to a single edge: only the list of a user's Pages has the
// tasks of a Page.
package edges

// The hosts of the publishing API, as the sandbox names them.
const (
	HostInstagram = "graph-ig"
	HostFacebook  = "graph-fb"
	HostCodes     = "api-ig"
	both          = HostInstagram + " " + HostFacebook
)

// Edge is a call of the publishing API.
type Edge struct {
	// Hosts are separated by spaces.
	Hosts  string
	Method string
	// Path is below the version; a name in braces stands for an id, or for me.
	Path string
	// Params are separated by spaces, without those of every call (see Common).
	Params string
	// Returns is the type of the nodes whose fields can be selected, empty for none.
	Returns string
	// Adds are the fields that only this edge adds to them, separated by spaces.
	Adds string
	// Source and Date say where and when that was read.
	Source, Date string
}

// Common are the parameters that every call takes. appsecret_proof comes from Meta's business SDK,
// locale from its guide to internationalization.
const Common = "access_token appsecret_proof locale"

const (
	paging = "limit after before since until"
	reel   = "upload_phase video_id video_state description title place"
)

// Edges returns the calls.
func Edges() []Edge {
	return append(append(accountEdges(), pageEdges()...), tokenEdges()...)
}

// accountEdges are those of accounts and of what they publish.
func accountEdges() []Edge {
	return []Edge{
		{both, "GET", "/{ig-user}", "", "IGUser", "", specs, read},
		{both, "POST", "/{ig-user}/media", "image_url video_url media_type is_carousel_item caption alt_text location_id " +
			"user_tags collaborators share_to_feed cover_url thumb_offset audio_name trial_params product_tags children " +
			"upload_type is_ai_generated", "", "", igRef, read},
		{both, "GET", "/{ig-user}/media", paging, "IGMedia", "", igRef, read},
		{both, "GET", "/{ig-user}/stories", paging, "IGMedia", "", igRef, read},
		{both, "POST", "/{ig-user}/media_publish", "creation_id", "", "", specs, read},
		{both, "GET", "/{ig-user}/content_publishing_limit", "since", "ContentPublishingLimit", "", igRef, read},
		{both, "GET", "/{container}", "", "IGContainer", "", igRef, read},
		{both, "GET", "/{media}", "", "IGMedia", "", specs, read},
		{both, "GET", "/{media}/children", paging, "IGMedia", "", igRef, read},
		{both, "POST", "/{media}/comments", "message", "", "", comments, readLater},
		{both, "GET", "/{media}/comments", paging, TypeComment, "", comments, readLater},
		{HostFacebook, "DELETE", "/{media}", "", "", "", deleted, read},
	}
}

// pageEdges are those of the partner login's users, businesses and Pages.
func pageEdges() []Edge {
	return []Edge{
		{HostFacebook, "GET", "/{user}", "", "User", "", specs, read},
		{HostFacebook, "GET", "/me/accounts", paging, "Page", "tasks", userRef, read},
		{HostFacebook, "GET", "/me/businesses", paging, "Business", "", specs, read},
		// No tasks here: the network answers code 100, "Tried accessing nonexisting field (tasks)
		// on node type (Page)".
		{HostFacebook, "GET", "/{business}/owned_pages", paging, "Page", "", specs, read},
		{HostFacebook, "GET", "/{business}/client_pages", paging, "Page", "permitted_tasks", bizRef, read},
		{HostFacebook, "GET", "/{page}", "", "Page", "", specs, read},
		{HostFacebook, "GET", "/{post}", "", "Post", "", specs, read},
		{HostFacebook, "GET", "/{photo}", "", "Photo", "", specs, read},
		{HostFacebook, "GET", "/{video}", "", "Video", "", pageRef, read},
		{HostFacebook, "DELETE", "/{post}", "", "", "", pageRef, read},
		{HostFacebook, "DELETE", "/{video}", "", "", "", pageRef, read},
		{HostFacebook, "GET", "/{page}/posts", paging, "Post", "", pageRef, read},
		{HostFacebook, "GET", "/{page}/videos", paging, "Video", "", pageRef, read},
		{HostFacebook, "GET", "/{page}/video_reels", paging, "Video", "", specs, read},
		{HostFacebook, "GET", "/{page}/stories", paging, "PageStory", "", pageRef, read},
		{HostFacebook, "POST", "/{page}/photos", "url source caption message published alt_text_custom", "", "", pageRef, read},
		{HostFacebook, "POST", "/{page}/feed", "message attached_media", "", "", pageRef, read},
		{HostFacebook, "POST", "/{page}/photo_stories", "photo_id", "", "", pageRef, read},
		{HostFacebook, "POST", "/{page}/videos", "file_url source description title published universal_video_id", "", "", pageRef, read},
		{HostFacebook, "POST", "/{page}/video_reels", reel, "", "", pageRef, read},
		{HostFacebook, "POST", "/{page}/video_stories", "upload_phase video_id", "", "", pageRef, read},
	}
}

// tokenEdges are those of logins and tokens.
func tokenEdges() []Edge {
	return []Edge{
		{HostCodes, "POST", "/oauth/access_token", "client_id client_secret grant_type redirect_uri code", "", "", oauth, read},
		{HostInstagram, "GET", "/access_token", "grant_type client_secret", "", "", oauth, read},
		{HostInstagram, "GET", "/refresh_access_token", "grant_type", "", "", oauth, read},
		{HostFacebook, "GET", "/oauth/access_token", "client_id client_secret redirect_uri code grant_type fb_exchange_token", "", "", oauth, read},
		{HostFacebook, "POST", "/oauth/access_token", "client_id client_secret redirect_uri code grant_type fb_exchange_token", "", "", oauth, read},
		{HostFacebook, "GET", "/debug_token", "input_token", "", "", oauth, read},
	}
}

// Node is a type of node and the fields that it has.
type Node struct {
	// Type is the network's name of it.
	Type string
	// Fields are separated by spaces.
	Fields string
	// Source and Date say where and when that was read.
	Source, Date string
}

// The types of nodes that have an id of their own.
const (
	TypeAccount   = "IGUser"
	TypeContainer = "IGContainer"
	TypeMedia     = "IGMedia"
	TypeComment   = "IGComment"
	TypeUser      = "User"
	TypeBusiness  = "Business"
	TypePage      = "Page"
	TypePost      = "Post"
	TypePhoto     = "Photo"
	TypeVideo     = "Video"
)

// The sources. Each is public; a row says which one it is from.
const (
	specs   = "the field lists in Meta's business SDK for Node, 24.0.1, which Meta generates from its API"
	login   = "Meta's reference of the API with Instagram Login: me and user"
	userRef = "Meta's reference of user/accounts"
	bizRef  = "Meta's reference of business/client_pages"
	igRef   = "Meta's reference of ig-user, ig-media and ig-container"
	guide   = "Meta's guides to content publishing, resumable uploads and Page publishing"
	pageRef = "Meta's reference of page/photos, page/videos, page/video_reels and Page stories"
	oauth   = "Meta's guides to Instagram Login, Facebook Login and access tokens"
	deleted = "Meta's changelog of 2025-12-03 and its reference of ig-media"

	comments = "Meta's reference of ig-media/comments"

	read, readLater = "2026-11-22", "2026-11-29"
)

// Nodes returns the types.
func Nodes() []Node {
	return []Node{
		{"IGUser", "id ig_id username name biography website profile_picture_url followers_count follows_count media_count", specs, read},
		// The same node on the host of the primary login.
		{"IGUser", "user_id account_type", login, read},
		{"IGMedia", "id ig_id caption alt_text media_type media_product_type timestamp username owner permalink " +
			"shortcode media_url thumbnail_url like_count comments_count is_comment_enabled is_shared_to_feed", specs, read},
		// An edge that is selected as a field.
		{"IGMedia", "children", igRef, read},
		{TypeComment, "id text timestamp username like_count hidden media", specs, readLater},
		{"IGContainer", "id status_code status copyright_check_status", igRef, read},
		{"IGContainer", "video_status", guide, read},
		{"ContentPublishingLimit", "quota_usage config", igRef, read},
		{"User", "id name", specs, read},
		{"Business", "id name", specs, read},
		{"Page", "id name username category link picture access_token followers_count fan_count instagram_business_account", specs, read},
		{"Post", "id message created_time permalink_url", specs, read},
		{"Post", "attachments", "Meta's reference of page/feed: an edge that is asked for as a field", read},
		{"StoryAttachment", "media_type type url target", "Meta's reference of post attachments", read},
		{"StoryAttachmentTarget", "id url", "Meta's reference of post attachments", read},
		{"Photo", "id name created_time link", specs, read},
		{"Video", "id description created_time permalink_url status universal_video_id", pageRef, read},
		{"PageStory", "post_id status creation_time media_type media_id url", pageRef, read},
	}
}

// abouts are the types of the first nodes of the table's paths.
func abouts() map[string]string {
	return map[string]string{
		"{ig-user}": TypeAccount, "{container}": TypeContainer, "{media}": TypeMedia, "{user}": TypeUser, "me": TypeUser,
		"{business}": TypeBusiness, "{page}": TypePage, "{post}": TypePost, "{photo}": TypePhoto, "{video}": TypeVideo,
	}
}

// within names the type of the nodes that a field holds.
func within(field string) string {
	return map[string]string{
		"instagram_business_account": "IGUser", "owner": "IGUser", "media": "IGMedia", "children": "IGMedia", "attachments": "StoryAttachment",
		"target": "StoryAttachmentTarget",
	}[field]
}
