// Meta's own SDK publishes every kind of post by the partner login, and reads back what it has published.
const { given, assert, journey, until } = require('./check.cjs')
const { FacebookAdsApi, IGUser, IGMedia, IGComment, Page, User, Business, AdVideo } = require('facebook-nodejs-business-sdk')

Object.defineProperty(FacebookAdsApi, 'GRAPH', { get: () => given.graph })
Object.defineProperty(FacebookAdsApi, 'GRAPH_VIDEO', { get: () => given.graph })
const api = FacebookAdsApi.init(given.userToken)
const read = (id, fields) => api.call('GET', [id], { fields })

const tall = Buffer.from(given.tall, 'base64')
let ig, page
const published = []

const container = async (params) => {
  const made = await ig.createMedia([], params)
  await until(async () => (await read(made.id, 'id,status_code')).status_code === 'FINISHED')
  return made.id
}
const publish = async (params) => {
  const media = await ig.createMediaPublish([], { creation_id: await container(params) })
  assert.match(media.id, /^\d+$/)
  published.push(media.id)
  return media.id
}

journey('Meta SDK', {
  'the Pages of a user, with the tasks': async () => {
    const pages = await new User('me').getAccounts([Page.Fields.id, Page.Fields.name, Page.Fields.username, 'picture', Page.Fields.access_token,
      'tasks', 'instagram_business_account{id,username}'])
    page = pages.find((p) => p.instagram_business_account?.id === given.account)
    assert.ok(page, 'the Page of the account is not there')
    assert.ok(page.tasks.includes('CREATE_CONTENT') && page.username && page.picture.data.url)
  },
  'the Pages of a business, without them': async () => {
    const [business] = await new User('me').getBusinesses([Business.Fields.id, Business.Fields.name])
    assert.ok(business)
    const owned = await business.getOwnedPages([Page.Fields.id, Page.Fields.access_token])
    assert.ok(owned[0].access_token)
    await assert.rejects(business.getOwnedPages([Page.Fields.id, 'tasks']), /nonexisting field \(tasks\)/)
  },
  'who the account is': async () => {
    api.accessToken = page.access_token
    FacebookAdsApi.setDefaultApi(api)
    // Of an object from a list the SDK sends all that it holds with each call.
    page = await new Page(page.id).get([Page.Fields.id, Page.Fields.access_token])
    ig = await new IGUser(given.account).get([IGUser.Fields.id, IGUser.Fields.username, IGUser.Fields.media_count, IGUser.Fields.profile_picture_url])
    assert.equal(ig.username, given.username)
  },
  'an image': async () => {
    const params = {
      image_url: given.picture, caption: 'By the SDK #1', alt_text: 'A loaf', location_id: '106377336067638', collaborators: ['ann'],
      user_tags: [{ username: 'ben', x: 0.5, y: 0.25 }],
    }
    const media = await new IGMedia(await publish(params))
      .get([IGMedia.Fields.id, IGMedia.Fields.caption, IGMedia.Fields.media_type, IGMedia.Fields.permalink, IGMedia.Fields.timestamp])
    assert.equal(media.caption, 'By the SDK #1')
    assert.equal(media.media_type, 'IMAGE')
    assert.match(media.timestamp, /\+0000$/)
  },
  'a carousel': async () => {
    const children = [
      await container({ image_url: given.picture, is_carousel_item: true }),
      await container({ video_url: given.video, media_type: 'VIDEO', is_carousel_item: true }),
    ]
    const media = await new IGMedia(await publish({ media_type: 'CAROUSEL', children: children.join(','), caption: 'two' })).get(['id', 'media_type', 'children{id}'])
    assert.equal(media.media_type, 'CAROUSEL_ALBUM')
    assert.equal(media.children.data.length, 2)
  },
  'a reel': async () => {
    const media = await read(await publish({ media_type: 'REELS', video_url: given.video, caption: 'reel', share_to_feed: true, thumb_offset: 500 }), 'id,media_product_type')
    assert.equal(media.media_product_type, 'REELS')
  },
  'a story': async () => {
    await publish({ media_type: 'STORIES', image_url: given.picture })
    assert.equal((await ig.getStories([IGMedia.Fields.id])).length, 1)
  },
  'the lists and the cap': async () => {
    assert.equal((await ig.getMedia([IGMedia.Fields.id], { limit: 10 })).length, 3)
    const [limit] = await ig.getContentPublishingLimit(['quota_usage', 'config'])
    assert.equal(limit.quota_usage, published.length)
  },
  'a photo, a video, a reel and stories on the Page': async () => {
    const photo = await page.createPhoto([], { url: given.picture, caption: 'on the Page' })
    assert.ok(photo.id)
    const video = await page.createVideo([], { file_url: given.video, description: 'on the Page' })
    assert.equal((await new AdVideo(video.id).read(['id', 'status'])).status.video_status, 'ready')
    const staged = await page.createPhoto([], { url: given.picture, published: false })
    assert.ok((await api.call('POST', [page.id, 'photo_stories'], { photo_id: staged.id })).success)
    for (const edge of ['video_reels', 'video_stories']) {
      const start = await api.call('POST', [page.id, edge], { upload_phase: 'START' })
      const sent = await fetch(start.upload_url, {
        method: 'POST', headers: { Authorization: `OAuth ${page.access_token}`, offset: '0', file_size: String(tall.length) },
        body: tall,
      })
      assert.equal((await sent.json()).success, true)
      const finish = { upload_phase: 'FINISH', video_id: start.video_id, ...(edge === 'video_reels' ? { video_state: 'PUBLISHED', description: 'reel' } : {}) }
      assert.ok((await api.call('POST', [page.id, edge], finish)).success)
    }
    assert.equal((await page.getVideoReels(['id', 'description'])).length, 1)
    assert.equal((await page.getPosts(['id', 'message', 'permalink_url'])).length > 0, true)
  },
  'a reel with a cover, people, the label and a trial, off the grid': async () => {
    const params = {
      media_type: 'REELS', video_url: given.video, caption: 'trial', cover_url: given.picture, share_to_feed: false,
      user_tags: [{ username: 'ann' }], is_ai_generated: true, trial_params: { graduation_strategy: 'SS_PERFORMANCE' },
    }
    assert.equal((await read(await publish(params), 'id,is_shared_to_feed')).is_shared_to_feed, false)
    const reel = { media_type: 'REELS', video_url: given.video }
    await assert.rejects(container({ ...reel, user_tags: [{ username: 'ann', x: 0.5, y: 0.5 }] }), /no x and y/)
    await assert.rejects(container({ ...reel, trial_params: { graduation_strategy: 'SOON' } }), /graduation_strategy/)
    await assert.rejects(container({ image_url: given.picture, trial_params: { graduation_strategy: 'MANUAL' } }), /on reels only/)
    const beyond = await ig.createMedia([], { ...reel, thumb_offset: 60_000 })
    assert.match((await until(async () => { const c = await read(beyond.id, 'status_code,status'); return c.status_code === 'ERROR' && c })).status, /2207057/)
  },
  'a reel whose bytes are sent': async () => {
    const { id, uri } = await api.call('POST', [given.account, 'media'], { media_type: 'REELS', upload_type: 'resumable' })
    const sent = await fetch(uri, { method: 'POST', headers: { Authorization: `OAuth ${page.access_token}`, offset: '0', file_size: String(tall.length) }, body: tall })
    assert.equal((await sent.json()).success, true)
    await until(async () => (await read(id, 'status_code')).status_code === 'FINISHED')
  },
  'a carousel with a text for each picture': async () => {
    const texts = ['A loaf', 'Half a loaf']
    const children = []
    for (const text of texts) children.push(await container({ image_url: given.picture, is_carousel_item: true, alt_text: text }))
    const media = await read(await publish({ media_type: 'CAROUSEL', children: children.join(','), is_ai_generated: true }), 'children{alt_text}')
    assert.deepEqual(media.children.data.map((item) => item.alt_text), texts)
    await assert.rejects(container({ image_url: given.picture, is_carousel_item: true, is_ai_generated: true }), /is_ai_generated/)
    await assert.rejects(container({ image_url: given.picture, alt_text: 'x'.repeat(1001) }), /at most 1000/)
  },
  'a story with people': async () => {
    await publish({ media_type: 'STORIES', video_url: given.video, user_tags: [{ username: 'ann' }, { username: 'ben' }] })
    await assert.rejects(container({ media_type: 'STORIES', image_url: given.picture, alt_text: 'x' }), /images only/)
  },
  'comments': async () => {
    const [post, story] = await Promise.all([published[0], published.at(-1)].map((id) => new IGMedia(id).get([IGMedia.Fields.id])))
    const made = []
    for (const message of ['First! #bread @ann', 'Ünd\nagain']) made.push(await post.createComment([], { message }))
    assert.match(made[0].id, /^\d+$/)
    const { id, text, timestamp, username, hidden } = IGComment.Fields
    const listed = await post.getComments([id, text, timestamp, username, hidden])
    assert.deepEqual(listed.map((one) => [one.id, one.text, one.username, one.hidden]), [
      [made[1].id, 'Ünd\nagain', given.username, false], [made[0].id, 'First! #bread @ann', given.username, false],
    ])
    assert.match(listed[0].timestamp, /\+0000$/)
    let page = await post.getComments([text], { limit: 1 })
    assert.ok(page.hasNext())
    page = await page.next()
    assert.equal(page[0].text, 'First! #bread @ann')
    assert.equal((await read(post.id, 'comments_count')).comments_count, 2)
    await assert.rejects(post.createComment([], { message: '' }), /message is required/)
    await assert.rejects(story.createComment([], { message: 'on a story' }), (error) => error.response.error_subcode === 33)
  },
  'a deletion, with the comments': async () => {
    assert.equal((await api.call('DELETE', [published[0]])).success, true)
    await assert.rejects(new IGMedia(published[0]).getComments(['id']), (error) => error.response.error_subcode === 33)
    await assert.rejects(read(published[0], 'id'), (error) => error.response.code === 100 && error.response.error_subcode === 33)
  },
  'a refusal of a made-up field': async () => {
    await assert.rejects(read(given.account, 'id,shoe_size'), /nonexisting field/)
  },
})
