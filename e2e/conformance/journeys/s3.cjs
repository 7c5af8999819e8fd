// Amazon's own SDK uses the bucket as R2 asks for it: region auto, no checksum trailers.
const { given, assert, journey } = require('./check.cjs')
const { S3Client, PutObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, DeleteObjectCommand } = require('@aws-sdk/client-s3')

const client = new S3Client({
  endpoint: given.s3.endpoint, region: 'auto', forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED',
  credentials: { accessKeyId: given.s3.key, secretAccessKey: given.s3.secret },
})
const object = { Bucket: given.s3.bucket, Key: 'a b/ü.txt' }

journey('AWS SDK', {
  'an object comes and goes': async () => {
    await client.send(new PutObjectCommand({ ...object, Body: 'hello', ContentType: 'text/plain' }))
    assert.equal((await client.send(new HeadObjectCommand(object))).ContentLength, 5)
    assert.equal(await (await client.send(new GetObjectCommand(object))).Body.transformToString(), 'hello')
    assert.equal((await client.send(new ListObjectsV2Command({ Bucket: object.Bucket, Prefix: 'a b/' }))).KeyCount, 1)
    await client.send(new DeleteObjectCommand(object))
    await assert.rejects(client.send(new HeadObjectCommand(object)), (error) => error.$metadata.httpStatusCode === 404)
  },
})
