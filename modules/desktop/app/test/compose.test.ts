import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MediaFile } from '../src/api/client.ts'
import { counter, countsOf, feedText, segments, sendable } from '../src/pages/compose/caption.ts'
import { fitting, placeIn, writtenAt } from '../src/pages/compose/book.ts'
import { bodyOf, choicesOf, contentOf, emptyContent, holds, keptOf, kindFor, tooLong, type EditablePost } from '../src/pages/compose/content.ts'
import { frameOf, framedBy, framedIn, padded, ratioOf, sameEdits, settled, shapeOf, stretched, turned, whole, wholeOf } from '../src/pages/compose/crop.ts'
import { megabytes, moveTo, take } from '../src/pages/compose/drop.ts'
import { fineLine, fittedLine, fitWords, lacksFile, misnamed, rowsOf, type Finding, type Fit } from '../src/pages/compose/findings.ts'
import { fraction, moved, percent, pointIn } from '../src/pages/compose/point.ts'
import { isUsername } from '../src/pages/compose/username.ts'
import { crops, frameRatio } from '../src/ui/shape.ts'
import { addMinutes, placeOn, questionOf, scaleOf, ticksOf, timeOfHour } from '../src/pages/compose/when.ts'

const picture = { id: 'p', mimeType: 'image/jpeg', width: 720, height: 1280 }
const video = { id: 'v', mimeType: 'video/mp4', width: 720, height: 1280 }

test('a caption in pieces is the caption again, and nothing in it is markup', () => {
  const caption = 'Hi @mara.voss, <b onclick=alert(1)>#brot</b> a@b.de #日本語 ##x 👩‍👩‍👧 #'
  const pieces = segments(caption)
  assert.equal(pieces.map((piece) => piece.text).join(''), caption)
  assert.deepEqual(pieces.filter((piece) => piece.kind !== 'plain').map((piece) => piece.text), ['@mara.voss', '#brot', '#日本語', '#x'])
})

test('characters are counted as the service counts them', () => {
  assert.deepEqual(countsOf('👩‍👩‍👧 #a #b_c'), { characters: 13, hashtags: 2 })
  assert.equal(counter(countsOf('😀'.repeat(2_200))).isOver, false)
  assert.equal(counter(countsOf('😀'.repeat(2_201))).isOver, true)
  assert.deepEqual(counter({ characters: 282, hashtags: 3 }), { text: '282 of 2,200. Hashtags 3', isOver: false })
  assert.equal(counter({ characters: 2_201, hashtags: 31 }).isOver, true)
  assert.equal(counter({ characters: 0, hashtags: 0 }).text, '0 of 2,200')
})

test('what no database takes is left out, all else is kept', () => {
  assert.equal(sendable('a\0b\u0007\u202Ec\uD83D'), 'ab\u0007\u202Ec\uFFFD')
})

test('the feed cuts a caption at a word', () => {
  assert.deepEqual(feedText('short '), { text: 'short', isCut: false })
  const cut = feedText('word '.repeat(60))
  assert.equal(cut.isCut, true)
  assert.match(cut.text, /word…$/)
})

test('places in a picture', () => {
  const box = { left: 10, top: 20, width: 200, height: 100 }
  assert.deepEqual(pointIn(box, 90, 80), { x: 0.4, y: 0.6 })
  assert.deepEqual(pointIn(box, -5, 500), { x: 0, y: 1 })
  assert.deepEqual(moved({ x: 0.4, y: 0.6 }, 'ArrowRight', false), { x: 0.41, y: 0.6 })
  assert.deepEqual(moved({ x: 0.02, y: 0.6 }, 'ArrowLeft', true), { x: 0, y: 0.6 })
  assert.equal(moved({ x: 0.4, y: 0.6 }, 'a', false), null)
  assert.equal(percent(0.125), 12.5)
  assert.equal(fraction('12,5 %'), 0.125)
  assert.equal(fraction('x'), null)
  assert.equal(fraction('250'), 1)
  assert.ok(isUsername('@mara.voss') && !isUsername('<script>') && !isUsername('') && !isUsername('a'.repeat(31)))
})

test('crops', () => {
  assert.equal(ratioOf('4:5'), 0.8)
  assert.equal(ratioOf('4:0'), null)
  assert.equal(shapeOf(720, 1280), '9:16')
  assert.equal(shapeOf(1080, 1351), '4:5')
  assert.equal(shapeOf(1000, 300), '3.33:1')
  assert.deepEqual(padded({ crop: { ratio: '1:1' }, fit: 'AUTO' }, '4:5'), { pad: { ratio: '4:5', fill: 'blur' } })
  assert.deepEqual(whole({ crop: { ratio: '1:1' }, rotate: 90, fit: 'AUTO' }), { rotate: 90, fit: 'OFF' })
  assert.deepEqual(turned(turned({}, 90), -90), {})
  assert.deepEqual(turned({}, -90), { rotate: 270 })
  assert.ok(sameEdits({ crop: { ratio: '1:1', focusX: 1 } }, { crop: { focusX: 1, ratio: '1:1' } }))
})

test('a frame is moved and zoomed within the picture, and kept as a person framed it', () => {
  const square = { width: 100, height: 100 }
  const at = (x: number, y: number, zoom = 1) => ({ ratio: '4:5', x, y, zoom })
  const near = (got: object | null, want: object) => assert.deepEqual(Object.entries(got ?? {}).map(([name, n]) => [name, typeof n === 'number' ? Math.round(n * 1_000) / 1_000 : n]), Object.entries(want))
  near(frameOf(square, at(0.9, 0.5)), { left: 0.2, top: 0, width: 0.8, height: 1 })
  near(frameOf(square, at(0.5, 0.5, 2)), { left: 0.3, top: 0.25, width: 0.4, height: 0.5 })
  near(settled(square, at(2, -1, 9)), { ratio: '4:5', x: 0.9, y: 0.125, zoom: 4 })
  // A corner is dragged to the middle of the picture: the corner that is opposite stays.
  near(stretched(square, at(0.5, 0.5), { x: 1, y: 1 }, { x: 0.5, y: 0.5 }), { ratio: '4:5', x: 0.3, y: 0.25, zoom: 2 })
  near(stretched(square, at(0.3, 0.25, 2), { x: 1, y: 0.5 }, { x: 0.9, y: 0.9 }), { ratio: '4:5', x: 0.5, y: 0.5, zoom: 1 })
  assert.deepEqual(framedBy({ fit: 'AUTO', rotate: 180 }, square, at(0.4, 0.5)), { rotate: 180, crop: { ratio: '4:5', focusX: 0.6, focusY: 0.5 } })
  assert.deepEqual(framedBy({}, square, at(0.5, 0.5, 2)), { crop: { x: 0.3, y: 0.25, width: 0.4, height: 0.5 } })
  assert.equal(framedIn({ pad: { ratio: '4:5', fill: 'blur' } }, square), null)
  near(wholeOf({ width: 3, height: 2 }), { ratio: '3:2', x: 0.5, y: 0.5, zoom: 1 })
})

test('a frame stays where it is on a picture that is turned and mirrored', () => {
  const picture = { width: 90, height: 160 }
  for (const rotate of [undefined, 90, 180, 270] as const) {
    for (const flipHorizontal of [undefined, true] as const) {
      for (const [x, y, zoom] of [[0.5, 0.4, 1], [0.4, 0.55, 1.6]] as const) {
        const edits = { ...(rotate ? { rotate } : {}), ...(flipHorizontal ? { flipHorizontal } : {}) }
        const framed = settled(picture, { ratio: '4:5', x, y, zoom })
        const back = framedIn(framedBy(edits, picture, framed), picture)
        assert.equal(back?.ratio, '4:5')
        for (const name of ['x', 'y', 'zoom'] as const) assert.ok(Math.abs((back?.[name] ?? 9) - framed[name]) < 0.002, `${name} of ${JSON.stringify([edits, framed, back])}`)
      }
    }
  }
})

test('what was fitted by itself, in words', () => {
  const file = { id: 'a', mimeType: 'image/jpeg', width: 800, height: 1000 }
  const fit = (edits: Fit['edits'], cut = 0) => ({ mediaFileId: 'a', cut, best: {}, isDue: false, isShared: false, ...(edits ? { edits } : {}) }) as Fit
  const cut = fit({ fit: 'AUTO', crop: { ratio: '4:5' } }, 0.06)
  const blurred = fit({ fit: 'AUTO', pad: { ratio: '4:5', fill: 'blur' } })
  assert.equal(fitWords(file, cut), 'Fitted, 6\u00a0%\u00a0cut')
  assert.equal(fitWords(file, blurred), 'Fitted, edges blurred')
  assert.equal(fitWords(file, fit({ crop: { ratio: '4:5' } })), '4:5, framed')
  assert.equal(fitWords(file, fit({ fit: 'OFF' })), '4:5, as it is')
  assert.equal(fitWords(file, undefined), '4:5, as it is')
  const line = (...fits: Fit[]) => {
    const said = fittedLine(fits.map((_, at) => ({ ...file, id: `${at}` })), (id) => fits[Number(id)])
    return said && [said.title, said.text, said.button]
  }
  assert.deepEqual(line(cut, blurred, fit(undefined)), ['Pictures 1 and 2 were fitted to 4:5', '6\u00a0%\u00a0cut and edges blurred', 'Undo both'])
  assert.deepEqual(line(cut), ['The picture was fitted to 4:5', '6\u00a0%\u00a0cut', 'Undo'])
  assert.deepEqual(line(fit(undefined), cut), ['Picture 2 was fitted to 4:5', '6\u00a0%\u00a0cut', 'Undo'])
  assert.equal(line(fit({ fit: 'OFF' })), null)
})

test('of 500 files the first ten are taken, in a sentence', () => {
  const files = Array.from({ length: 500 }, (_, i) => ({ name: `${i}.jpg`, type: 'image/jpeg' }))
  const { taken, sentence } = take(files, 0)
  assert.equal(taken.length, 10)
  assert.equal(sentence, '500 files are more than a post takes, which is ten. The first 10 were taken, 490 left out.')
  assert.match(take(files.slice(0, 1), 10).sentence, /has them, so this one was left out/)
  assert.match(take([{ name: 'a.pdf', type: 'application/pdf' }], 0).sentence, /^a\.pdf is neither/)
  assert.equal(take([{ name: 'IMG.HEIC', type: '' }], 0).taken.length, 1)
  assert.deepEqual(moveTo([1, 2, 3], 0, 2), [2, 3, 1])
  assert.equal(megabytes(1_400_000), '1.4 MB')
})

test('what a post of some files can be', () => {
  assert.equal(kindFor([picture, video], 'IMAGE'), 'CAROUSEL')
  assert.equal(kindFor([picture], 'CAROUSEL'), 'IMAGE')
  assert.equal(kindFor([video], 'IMAGE'), 'REELS')
  assert.equal(kindFor([picture], 'STORIES'), 'STORIES')
  const says = (...of: Parameters<typeof choicesOf>) => choicesOf(...of).map((choice) => `${choice.isPossible ? '' : '- '}${choice.says}`)
  assert.deepEqual(says([]), ['one picture', '- two files or more', 'one video', 'picture or video'])
  assert.deepEqual(says([picture]), ['fits', '- needs one more', '- needs a video', 'fits'])
  assert.deepEqual(says([picture, picture, picture]), ['- one picture only', 'fits', '- needs a video', '- one picture only'])
  assert.deepEqual(says([picture, video]), ['- one file only', 'fits', '- one video only', '- one file only'])
  assert.deepEqual(says([video, video]), ['- one video only', 'fits', '- one video only', '- one video only'])
  assert.deepEqual(says(Array.from({ length: 11 }, () => picture))[1], '- 10 files at most')

  // What the service says of a video, of which a rule is broken that Crier cannot mend, or can.
  const use = (mediaType: 'REELS' | 'STORIES', longestSeconds: number, fixes?: { kind: 'CONVERT'; says: string }[]) => ({
    mediaType, longestSeconds, isPublishable: !fixes, source: '', doubts: [], problems: fixes ? [{ rule: 'too-long', message: '', figure: '', limit: '60 s at most', fixes }] : [],
  })
  const of = (...uses: ReturnType<typeof use>[]) => [{ mediaFileId: 'f', notes: [], uses }]
  assert.deepEqual(says([video], of(use('REELS', 900), use('STORIES', 60))), ['- it is a video', '- needs one more', 'fits', 'fits, 60 s at most'])
  assert.deepEqual(says([video], of(use('STORIES', 60, [])))[3], '- 60 s at most')
  assert.deepEqual(says([video], of(use('STORIES', 60, [{ kind: 'CONVERT', says: '' }])))[3], 'can be made to fit, 60 s at most')
})

test('the body has only what a post of its kind can have', () => {
  const content = emptyContent('a', 'UTC')
  content.people = [{ key: '1', username: '@mara', x: 0.4, y: 0.6 }, { key: '2', username: '', x: 0, y: 0 }, { key: '3', username: '<b>', x: 0, y: 0 }]
  content.altText = 'Bread'
  content.isShared = true
  assert.deepEqual(bodyOf(content).userTags, [{ username: 'mara', x: 0.4, y: 0.6 }])
  content.kind = 'STORIES'
  assert.deepEqual([bodyOf(content).userTags, bodyOf(content).altText, bodyOf(content).crossPostToPartner], [[], null, true])
  content.kind = 'CAROUSEL'
  assert.equal(bodyOf(content).crossPostToPartner, false)
  assert.equal(tooLong(content), null)
  content.caption = 'x'.repeat(2_201)
  assert.match(tooLong(content) ?? '', /1 character too long/)
})

test('how a post looks is kept, and goes with the kinds that can have it', () => {
  const post = {
    socialAccountId: 'a', mediaType: 'REELS', mediaFiles: [{ id: 'm', mimeType: 'video/mp4' }], status: 'DRAFT', plannedFor: null, timezone: 'UTC', userTags: null, collaborators: null,
    storyMentions: null, caption: null, altText: null, locationId: null, locationName: null, crossPostToPartner: false, firstComment: 'Which one?', coverMediaFileId: 'c',
    thumbOffsetMs: null, shareToFeed: false, altTexts: null, peopleTagged: ['mara', 'ann'], isAiGenerated: true, trial: 'manual',
  } as unknown as EditablePost
  const content = contentOf(post, 'UTC')
  const look = () => {
    const body = bodyOf(content)
    return [body.firstComment, body.coverMediaFileId, body.thumbOffsetMs, body.shareToFeed, body.peopleTagged, body.isAiGenerated, body.trial, body.altTexts]
  }
  assert.deepEqual(look(), ['Which one?', 'c', null, false, ['mara', 'ann'], true, 'manual', null])
  content.coverAt = 2500
  assert.deepEqual(look()[2], null)
  content.cover = null
  assert.deepEqual(look()[2], 2500)
  content.kind = 'STORIES'
  assert.deepEqual(look(), [null, null, null, null, ['mara', 'ann'], true, null, null])
  content.mentions = [{ key: '1', username: 'ann', x: 0, y: 0 }]
  assert.deepEqual(look(), [null, null, null, null, null, null, null, null])
  content.kind = 'CAROUSEL'
  content.files = [...content.files, { id: 'p', mimeType: 'image/jpeg' } as MediaFile]
  content.altTexts = { m: 'a video has none', p: 'Bread' }
  assert.deepEqual(look(), ['Which one?', null, null, null, null, true, null, ['', 'Bread']])
  content.firstComment = 'x'.repeat(2_201)
  assert.match(tooLong(content) ?? '', /The first comment is 1 character too long/)
})

test('a plan without an instant is not sent, and none clears it', () => {
  const content = emptyContent('a', 'UTC')
  assert.equal(keptOf(content, 'DRAFT').plannedFor, null)
  content.when = { day: '2026-12-17', time: '09:00', zone: 'Europe/Berlin', instant: null }
  assert.equal('plannedFor' in keptOf(content, 'DRAFT'), false)
  content.when.instant = '2026-12-17T08:00:00.000Z'
  assert.equal(keptOf(content, 'DRAFT').plannedFor, '2026-12-17T08:00:00.000Z')
  assert.equal(keptOf(content, 'SCHEDULED').scheduledFor, '2026-12-17T08:00:00.000Z')
})

test('a post is read with its time as its own clocks show it', () => {
  const post = {
    socialAccountId: 'a', mediaType: 'IMAGE', mediaFiles: [], status: 'DRAFT', plannedFor: '2026-12-17T08:00:00.000Z', timezone: 'Europe/Berlin', userTags: '[{"username":"mara","x":0.4,"y":0.6}]',
    collaborators: 'no json', caption: null,
  } as unknown as EditablePost
  const content = contentOf(post, 'UTC')
  assert.deepEqual([content.when?.day, content.when?.time, content.zone], ['2026-12-17', '09:00', 'Europe/Berlin'])
  assert.deepEqual([content.people[0]?.username, content.collaborators, content.caption], ['mara', [], ''])
})

test('a post is known again by what was sent of it', () => {
  const post = {
    socialAccountId: 'a', mediaType: 'IMAGE', mediaFiles: [], status: 'DRAFT', plannedFor: null, timezone: 'UTC', userTags: '[{"username":"mara","x":0.4,"y":0.6}]',
    collaborators: null, storyMentions: null, caption: 'Bread', altText: null, locationId: null, locationName: null, crossPostToPartner: false,
  } as unknown as EditablePost
  const content = contentOf(post, 'Europe/Berlin')
  const sent = () => JSON.stringify(keptOf(content, 'DRAFT'))
  assert.ok(holds(post, sent(), 'UTC'))
  // A caption that is too long is not sent, and is whatever it was.
  assert.ok(holds(post, JSON.stringify({ ...keptOf(content, 'DRAFT'), caption: undefined }), 'UTC'))
  assert.ok(!holds({ ...post, caption: 'Cake' }, sent(), 'UTC'))
  content.when = { day: '2026-12-17', time: '09:00', zone: 'Europe/Berlin', instant: '2026-12-17T08:00:00.000Z' }
  assert.ok(!holds(post, sent(), 'UTC'))
  assert.ok(holds({ ...post, plannedFor: '2026-12-17T08:00:00.000Z', timezone: 'Europe/Berlin' }, sent(), 'UTC'))
  assert.ok(!holds({ ...post, plannedFor: '2026-12-17T08:00:00.000Z', timezone: 'UTC' }, sent(), 'UTC'))
})

test('a finding in plain words', () => {
  const tall = {
    code: 'MEDIA_INVALID', rule: 'aspect-ratio', field: 'mediaFileIds[1]', mediaFileId: 'p', message: 'item 2 of 2: The picture is…', figure: 'a ratio of 0.56',
    limit: '0.80 (4:5) to 1.91 (1.91:1)', fixes: [{ action: 'pad', says: '', ratio: '4:5' }, { action: 'changeType', says: '', mediaType: 'STORIES' }],
  } as Finding
  const [row] = rowsOf({ problems: [tall], warnings: [], fits: [] }, [video, picture], 'UTC')
  assert.deepEqual([row?.title, row?.text, row?.button, row?.others[0]?.button], ['Picture 2 is too tall', 'It is 9:16. It may be 4:5 at most.', 'Pad to 4:5', 'Make it a story'])
  const some = { caption: 'Bread', files: [picture] as never, people: [], mentions: [], collaborators: ['mara'] }
  assert.equal(fineLine({ problems: [tall], warnings: [], fits: [] }, some), 'Caption, people, account and time: fine')
  assert.equal(fineLine({ problems: [], warnings: [], fits: [] }, some, ['mediaFile', 'scheduledFor']), 'Caption, people and account: fine')
  assert.equal(fineLine({ problems: [], warnings: [], fits: [] }, { ...some, caption: ' ', files: [], collaborators: [] }), 'Account and time: fine', 'nothing is said of what is not there')
})

test('a post without anything has nothing to fix', () => {
  const missing = { code: 'MEDIA_INVALID', rule: '', field: 'mediaFileId', mediaFileId: null, message: '', figure: '', limit: '', fixes: [] } as Finding
  assert.ok(lacksFile({ problems: [missing], warnings: [] }, 0))
  assert.ok(!lacksFile({ problems: [missing], warnings: [] }, 1), 'the file is refused')
  assert.ok(!lacksFile({ problems: [missing, { ...missing, field: 'caption' }], warnings: [] }, 0))
  assert.ok(!lacksFile({ problems: [], warnings: [] }, 0))
  assert.ok(!lacksFile(undefined, 0))
})

test('a preview has the shape that the network gives the post', () => {
  const of = (width: number, height: number) => ({ width, height })
  assert.equal(frameRatio('IMAGE', of(900, 1600)), 9 / 16, 'a picture is refused or shown whole')
  assert.equal(frameRatio('IMAGE', of(900, 1200)), 0.75)
  assert.equal(frameRatio('CAROUSEL', of(900, 1600)), 0.75)
  assert.equal(frameRatio('REELS', of(900, 1600)), 0.8)
  assert.equal(frameRatio('IMAGE', undefined), 0.8)
  assert.deepEqual([crops(of(4, 5), of(1, 1)), crops(of(4, 5), of(8, 10)), crops(undefined, of(1, 1))], [true, false, false])
})

test('a problem is called what it is', () => {
  const problem = (field: string, figure: string, message: string) => {
    const [row] = rowsOf({ problems: [{ code: 'VALIDATION_ERROR', rule: '', field, mediaFileId: null, message, figure, limit: '', fixes: [] }], warnings: [], fits: [] }, [picture], 'UTC')
    return [row?.title, row?.text]
  }
  assert.deepEqual(problem('scheduledFor', '2026-11-20T08:00:00Z', 'the time has passed; choose a later one'), ['The time', 'The time has passed; choose a later one.'])
  assert.deepEqual(problem('altText', '1002 characters', 'altText has 1002 characters; it may have 1000: take 2 out'), ['The alt text is too long', 'It has 1002 characters; it may have 1000: take 2 out.'])
  assert.equal(problem('userTags', '21 people', '')[0], 'People are too many')
})

test('a name that nobody can have is a problem, for the post would go out without it', () => {
  const person = (username: string) => ({ key: '', username, x: 0.5, y: 0.5 })
  const content = { ...emptyContent('a', 'UTC'), people: [person('mara.voss'), person('not valid!'), person(' ')], mentions: [person('?')], collaborators: ['two words'] }
  assert.deepEqual(misnamed(content).map(({ field }) => field), ['userTags', 'collaborators'])
  assert.match(misnamed(content)[0]?.message ?? '', /without “not valid!”/)
  assert.deepEqual(misnamed({ ...content, kind: 'STORIES' }).map(({ field }) => field), ['storyMentions'])
})

test('skipped and repeated times are asked about', () => {
  const skipped = questionOf(
    { kind: 'skipped', local: '2027-03-28T02:30', timezone: 'Europe/Berlin', instants: [], suggested: '2027-03-28T01:30:00Z', suggestedLocal: '2027-03-28T03:30' }, () => '', () => '',
  )
  assert.match(skipped?.text ?? '', /02:30 does not exist on Sunday, 28 March/)
  assert.equal(skipped?.answers[0]?.button, 'Take 03:30')
  const repeated = questionOf(
    { kind: 'repeated', local: '2026-10-25T02:30', timezone: 'Europe/Berlin', instants: ['a', 'b'], suggested: 'a', suggestedLocal: '' }, () => '02:30', (instant) => `GMT+${instant === 'a' ? 2 : 1}`,
  )
  assert.deepEqual(repeated?.answers.map((answer) => answer.button), ['The first, GMT+2', 'The second, GMT+1'])
  assert.equal(questionOf({ kind: 'unique', local: '2026-10-25T04:30', timezone: 'UTC', instants: ['a'], suggested: 'a', suggestedLocal: '' }, () => '', () => ''), null)
})

test('the ribbon', () => {
  assert.deepEqual(scaleOf([9, 18]), { from: 6, to: 22 })
  assert.deepEqual(scaleOf([3, 23]), { from: 0, to: 24 })
  assert.equal(placeOn({ from: 6, to: 22 }, 14), 50)
  assert.deepEqual(ticksOf({ from: 6, to: 22 }), [6, 8, 10, 12, 14, 16, 18, 20, 22])
  assert.equal(timeOfHour(9.51), '09:30')
  assert.equal(timeOfHour(24), '23:55')
  assert.equal(addMinutes('09:58', 5), '10:03')
  assert.equal(addMinutes('00:02', -5), '00:00')
})

test('what the book completes is the word that is being written', () => {
  const at = (text: string, taken: 'text' | 'name' | 'place' = 'text') => {
    const caret = text.indexOf('|')
    const found = writtenAt(text.replace('|', ''), caret, taken)
    return found && [found.sign, found.word, text.replace('|', '').slice(found.from, found.to)]
  }
  assert.deepEqual(at('by @ma|'), ['@', 'ma', '@ma'])
  assert.deepEqual(at('by @ma|ra.voss now'), ['@', 'ma', '@mara.voss'])
  assert.deepEqual(at('(#Brö|t)'), ['#', 'Brö', '#Bröt'])
  assert.deepEqual(at('#|'), ['#', '', '#'])
  assert.deepEqual(at('日本 ##日|'), ['#', '日', '#日'])
  assert.deepEqual(at('One\n/bre|ad'), ['/', 'bre', '/bre'])
  for (const text of ['me@mill|', 'x.@no|', 'and/or|', '@ma |', 'plain|', '24 / 7|', `@${'a'.repeat(31)}|`]) assert.equal(at(text), null, text)
  assert.deepEqual(at('ann mar|a', 'name'), ['', 'mar', 'mara'])
  assert.deepEqual(at('@mar|', 'name'), ['', 'mar', 'mar'])
  assert.deepEqual(at('Markthalle Neun|', 'place'), ['', 'Markthalle Neun', 'Markthalle Neun'])
  assert.deepEqual(fitting(['abc', 'Brot', 'x.br', 'bRo'], 'br', (each) => each), ['Brot', 'bRo', 'x.br'])
})

test('the number of a place is found in its link, and in no other', () => {
  for (const [link, id, name = ''] of [
    ['213385402', '213385402'],
    ['https://www.instagram.com/explore/locations/213385402/lisbon-portugal/', '213385402', 'Lisbon Portugal'],
    ['instagram.com/explore/locations/213385402', '213385402'],
    [' https://www.instagram.com/explore/locations/7/caf%C3%A9-%C3%BCber?hl=de ', '7', 'Café Über'],
    ['https://www.facebook.com/profile.php?id=100064123456789&sk=about', '100064123456789'],
    ['https://m.facebook.com/110506962309835/', '110506962309835'],
    ['https://www.facebook.com/Markthalle-Neun-110506962309835/', '110506962309835', 'Markthalle Neun'],
    ['https://www.facebook.com/pages/Markthalle-Neun/110506962309835', '110506962309835', 'Markthalle Neun'],
    ['https://de-de.facebook.com/p/Hearth-Rye-61550000000001/', '61550000000001', 'Hearth Rye'],
    ['https://www.facebook.com/pages/category/Bakery/Hearth-Rye-61550000000001/', '61550000000001', 'Hearth Rye'],
  ] as const) assert.deepEqual(placeIn(link), { id, name }, link)
  for (const link of [
    '', 'Lisbon', 'https://www.instagram.com/explore/locations/', 'https://www.instagram.com/explore/locations/abc/', 'https://www.instagram.com/p/123456789/',
    'https://www.facebook.com/hearthandrye', 'https://www.facebook.com/groups/123456789', 'https://www.facebook.com/events/123456789/', 'https://www.facebook.com/profile.php?id=me',
    'https://notfacebook.com/110506962309835', 'https://facebook.com.evil.example/110506962309835', 'https://www.google.com/maps/place/123456789', 'https://www.facebook.com/%E0%A4%A', 'http://[', '1'.repeat(21),
  ]) assert.equal(placeIn(link), null, link)
})
