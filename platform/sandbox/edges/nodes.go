package edges

// Node is a type of node and the fields that it has.
type Node struct {
	// Type is the network's name of it.
	Type string
	// Fields are separated by spaces.
	Fields string
	// Source and Date are where that was read, and when.
	Source, Date string
}

// The types of what has an id of its own.
const (
	TypeAccount   = "IGUser"
	TypeContainer = "IGContainer"
	TypeMedia     = "IGMedia"
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

	read = "2026-11-22"
)

// Nodes returns the types.
func Nodes() []Node {
	return []Node{
		{"IGUser", "id ig_id username name biography website profile_picture_url followers_count follows_count media_count", specs, read},
		// The same node on the host of the primary login.
		{"IGUser", "user_id account_type", login, read},
		{"IGMedia", "id ig_id caption alt_text media_type media_product_type timestamp username owner permalink " +
			"shortcode media_url thumbnail_url like_count comments_count is_comment_enabled is_shared_to_feed", specs, read},
		// An edge that is asked for as a field.
		{"IGMedia", "children", igRef, read},
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

// abouts are the types of the nodes that the paths of the table begin with.
func abouts() map[string]string {
	return map[string]string{
		"{ig-user}": TypeAccount, "{container}": TypeContainer, "{media}": TypeMedia, "{user}": TypeUser, "me": TypeUser,
		"{business}": TypeBusiness, "{page}": TypePage, "{post}": TypePost, "{photo}": TypePhoto, "{video}": TypeVideo,
	}
}

// within names the type of the nodes that a field holds.
func within(field string) string {
	return map[string]string{
		"instagram_business_account": "IGUser", "owner": "IGUser", "children": "IGMedia", "attachments": "StoryAttachment",
		"target": "StoryAttachmentTarget",
	}[field]
}
