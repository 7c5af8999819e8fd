// Made by "make ui" from e2e/testdata/openapi.internal.json.

export interface paths {
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounts and the state of their tokens
         * @description Lists the connected accounts of the network that is on.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an account by a pasted token
         * @description Finds out what the token is for and connects its account, or answers with a choice. With `look` it connects nothing and answers with what it saw. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["connectAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/oauth/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a login by an app of your own
         * @description Answers with the address on which to agree. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["beginLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/oauth/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a login
         * @description Takes the address that the browser was led to and connects the account, or answers with a choice. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["finishLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountId}/native-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a session of the network's app API
         * @description Saves a session that is signed in elsewhere, in the place of a sign-in with a password: the network is asked whose it is, and nothing else. When it ends, another one has to be imported. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["importNativeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{accountId}/native-session/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold the app API's answers against what is known of it
         * @description Asks the network who is signed in, and reads the inbox, the requests, the older messages of a conversation if the inbox shows one that has some, and the account's own stories, by the session that is there, with pauses between the calls, so that it takes some seconds. It does not sign in, also when the session has ended. Where a version manifest is set, it is read too.
         */
        post: operations["checkNativeSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an account
         * @description Does what DELETE /api/v1/auth/accounts/{id} does.
         */
        delete: operations["disconnectAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold the network's answers against what is known of it
         * @description Reads all that can be read of the account by its token and publishes nothing. Each answer is held against the rows of the tables that Crier is built on.
         */
        post: operations["checkAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh the token and the profile
         * @description Refreshes the token if the network does that by now, and reads profile and picture.
         */
        post: operations["refreshAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The backups, and the next one
         * @description Lists the backups of this data folder that are in the folder of the backups. Each was read back when it was made.
         */
        get: operations["listBackups"];
        put?: never;
        /**
         * Make a backup
         * @description Makes a backup with everything, reads it back, and answers once it is proved. Crier never deletes it by itself. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["makeBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a backup
         * @description Reads all of a backup as a restore would, and tries the key on what is sealed in it. Nothing is changed.
         */
        post: operations["checkBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/files/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a backup
         * @description Answers with the file.
         */
        get: operations["getBackup"];
        put?: never;
        post?: never;
        /**
         * Delete a backup
         * @description Removes the file for good. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        delete: operations["deleteBackup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/key/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the key
         * @description Gives the key of the tokens and passwords, encrypted with a passphrase, as crier key export writes it. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["exportKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/key/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an exported key
         * @description Opens the file of an exported key, and says whether it is the key of this data folder. Nothing is changed.
         */
        post: operations["tryKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a backup
         * @description Answers 202 and has Crier start again: it stops in order, puts the data folder back as it was when the backup was made, keeps the present one beside it, and starts. Of a restore that fails nothing is left, and restored of listBackups says why. Posts are held afterwards until somebody has decided about them. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["restoreBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/staged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prepare a backup
         * @description Copies the database and links the files that the copy names, while deletions of files wait. It is for crier backup, which makes the archive of what it finds there.
         */
        post: operations["stageBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backups/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a backup
         * @description Takes the bytes of a backup as they are, to check or restore it, and keeps them for half a day, or until the next one comes. What is no backup is refused at its first bytes. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["uploadBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/bucket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The bucket
         * @description Says from which bucket the network fetches media. It asks nobody.
         */
        get: operations["getBucket"];
        /**
         * Set the bucket
         * @description Puts a small object into the bucket, fetches it by its public address and deletes it; only when all of that works is the bucket stored and used. Refused while a post is being published from another place. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        put: operations["setBucket"];
        post?: never;
        /**
         * Remove the bucket
         * @description Forgets the bucket with its secret, after what Crier has in it was given up. Nothing is done to the bucket itself. Refused while a post is being published.
         */
        delete: operations["removeBucket"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/bucket/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Does the bucket work?
         * @description Puts a small object into the bucket, fetches it by its public address and deletes it. The message of an error names the step that failed.
         */
        post: operations["checkBucket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hold Cloudflare's answers against what is known of it
         * @description Reads all that can be read of the worker, its namespace and its bucket by the stored token. Each answer is held against the tables that Crier is built on. It changes nothing there.
         */
        post: operations["checkCloud"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/deploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deploy the worker again
         * @description Uploads the worker as it belongs to this version, and waits for its first answer. Posts that it has stay there.
         */
        post: operations["deployCloudWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Listen to the worker
         * @description Has Cloudflare tell what the worker does from now on, and answers with the address of the WebSocket where it does. The token needs the permission "Workers Tail: Read".
         */
        post: operations["openCloudLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/logs/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What does the worker do?
         * @description Returns what the worker did since the last time. The first call has Cloudflare tell it from then on, and the service listens for as long as somebody reads every minute. The token needs the permission "Workers Tail: Read".
         */
        post: operations["readCloudLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/logs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Listen to the worker no longer
         * @description Has Cloudflare close the socket. One that is closed already is a success.
         */
        delete: operations["closeCloudLogs"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * From where does the network fetch files?
         * @description Has the network fetch the files of posts from the worker, or from the bucket that is set, once that was found to work. Posts that wait at the worker are sent again with the new addresses. The files stay in the former place as long as a post needs them.
         */
        put: operations["moveMedia"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Have the worker tell of failures
         * @description Stores an address, deploys the worker with it and has the worker send a test message there. While this machine is off, the worker tells there of posts that fail, once for each cause and day. An address that does not take the test message is kept, and the answer says why it did not. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        put: operations["setCloudNotification"];
        post?: never;
        /**
         * Have the worker tell nobody
         * @description Forgets the address for notifications, and deploys the worker without it.
         */
        delete: operations["removeCloudNotification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far is the set-up of the cloud?
         * @description Says what was made in the Cloudflare account, what came of each step, and what is wrong. It asks nobody.
         */
        get: operations["getCloudSetup"];
        put?: never;
        /**
         * Set the cloud up
         * @description Verifies the token, makes what is missing in the account (namespace, workers.dev name, worker, cron; a bucket only where one is named) and waits for the worker's first answer. After a failure the same call goes on; the steps of getCloudSetup say where. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["setUpCloud"];
        /**
         * Tear the cloud down
         * @description Deletes the worker and its namespace and forgets the token and the keys; the bucket stays. Refused while the worker has posts, or results that were not fetched.
         */
        delete: operations["tearCloudDown"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Does the cloud work?
         * @description Asks Cloudflare about the token, tries the place from which the network fetches files, and asks the worker which one it is. It changes nothing there.
         */
        post: operations["verifyCloud"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changes, as it changes
         * @description A stream of server-sent events for as long as the session is good and the service runs. Each says which post, file, account, place in the queue, mention or part of the service has changed, and not what it is now. Ask for everything that is shown once the stream is open, and again after an event called reset, which comes when events were missed. A comment comes every 20 seconds. Pages of other origins get no stream.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What will happen to the posts that are due?
         * @description Holds the posts of the days to come against what can be known today: the network's cap at the hour of each, the end of the account's access, and files that are gone. A post that the cap leaves no room for is taken to use nothing of it.
         */
        get: operations["getForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/golive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is left before the first real post?
         * @description Lists the steps, each with how Crier knows. It answers at once, from what is stored; where a look at a step is older than ten minutes, or a rehearsal than a day, one begins in the background, and looking says so. Nothing is ever published by it.
         */
        get: operations["getGoLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/golive/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look again
         * @description Reads the profile and the publishing limit, puts a small object, fetches it from its public address and deletes it, and has the network make a container of a small picture, which is never published. It answers when that has ended, after two minutes and a half at most as a rule. Steps that follow from what is stored need no look.
         */
        post: operations["lookGoLive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What does the network take?
         * @description Lists the limits of the network that Crier goes by, with the values of limits.json in the data folder. What is beyond a certain limit is refused; what is beyond another gets a warning, and the network decides.
         */
        get: operations["listLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which files have an id that begins so?
         * @description The ids of media files that begin with the given characters.
         */
        get: operations["findMediaIDs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the library
         * @description The files, newest first, with what each can be published as. Files that are uploaded meanwhile do not move what comes after a cursor. Where only few of many files can be published so, a page has fewer files than were asked for, and a cursor to go on.
         */
        get: operations["searchMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What can a file be published as?
         * @description Holds the file, as it would be published, against the network's rules for each kind of post, and offers what Crier can do about each rule that it breaks.
         */
        get: operations["checkMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}/conversion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far is a conversion?
         * @description Returns a conversion that waits, runs or has failed. One that succeeded is NOT_FOUND: the media file says what it became.
         */
        get: operations["getMediaConversion"];
        put?: never;
        /**
         * Convert a video
         * @description Has a video encoded again as the network takes it, in the background, with the edits that it has; what is stored stays as it is, and the result becomes its processedPath. It needs ffmpeg on this machine.
         */
        post: operations["convertMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How is a file edited?
         * @description Returns the edits of a file as they were given last, and the file.
         */
        get: operations["getMediaEdits"];
        /**
         * Edit a file
         * @description Crops, turns, flips, pads, resizes and writes over a picture, in this order, always beginning with what was uploaded: edits replace those of before, and nothing is lost. The result is what is published from then on, as processedPath; what had been made public is taken back. Edits that change nothing are the same as none.
         */
        put: operations["putMediaEdits"];
        post?: never;
        /**
         * Undo the edits of a file
         * @description The file is published as it was uploaded again. A file that is not edited is left as it is.
         */
        delete: operations["deleteMediaEdits"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}/edits/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what edits would make of a file
         * @description Returns the picture that the edits would make, without keeping anything.
         */
        post: operations["previewMediaEdits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where is a file used?
         * @description The drafts and posts that have the file, with their statuses and times. Posts that were deleted here are not among them.
         */
        get: operations["getMediaUses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which network do posts go to?
         * @description Names the mode, and what has decided about it.
         */
        get: operations["getNetworkMode"];
        /**
         * Go live, or back to the sandbox
         * @description Keeps the choice in the data folder, answers 202 with the mode that is to come, and has Crier start again: it stops in order and answers in the other mode a second or two later, at the same address. What is sent meanwhile waits for that. Accounts and posts of the mode that is left stay as they are and rest. 200 means that the mode is that one already, and that nothing happens. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        put: operations["chooseNetworkMode"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do one thing to many posts
         * @description Moves, cancels, deletes or retries up to 200 posts, one after the other, each as the operation for one post does, and tells what came of each.
         */
        post: operations["changePosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which requests made a post under such an Idempotency-Key?
         * @description The requests of the last 24 hours whose Idempotency-Key begins so, with the posts that they made.
         */
        get: operations["findCreatedPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a draft with a plan
         * @description Stores a DRAFT as POST /api/v1/posts/draft does, and for when it is planned. Nothing is published at that time.
         */
        post: operations["createPlannedDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which posts are like this one?
         * @description Posts of the account with the same text or one of the same files, but for FAILED ones. Two files are the same when all of kind, size, measures and length are: a picture that is uploaded twice is stored byte for byte alike. Looked at are the latest 5,000.
         */
        post: operations["findDuplicates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the posts that a file can hold
         * @description Drafts and posts that wait for their time, each with its ref, 100 on a page. What is made or deleted between two pages moves no other post from one to the other.
         */
        get: operations["exportPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which posts need somebody, and why?
         * @description Posts that have failed, and posts that wait and are held, by account and cause: one thing to do mends all of a group. Grouped are the latest 10,000.
         */
        get: operations["getPostFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which posts have an id that begins so?
         * @description The ids of posts, also of those that were deleted here.
         */
        get: operations["findPostIDs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make and change the posts of a file
         * @description All rows or none. A row whose ref is new makes a draft or a scheduled post; one that was imported before and says the same does nothing; one that says something else changes its post while that is a draft or waits for its time.
         */
        post: operations["importPosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What stands in the way of a post?
         * @description Holds a post against everything that publishing or scheduling it holds it against, and tells all of it at once: with the figure, the limit, and what one press of a button can do. Nothing is stored, and nothing is sent to the network.
         */
        post: operations["preflightPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/range": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which posts do these days have?
         * @description The posts of each day, by what calendars and clocks of a time zone show: drafts at the time that they are planned for, what waits at the time that it is scheduled for, published posts when they were published, failed ones at their time or their last attempt. Of a day with many posts those that failed and the first others are told, and all are counted.
         */
        get: operations["getPostRange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/retries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try all posts again that failed for one cause
         * @description Queues them as retryPost does one, those of an account a minute apart: the network is asked about each before it is published. One that cannot be retried does not keep the others from it.
         */
        post: operations["retryPosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find posts
         * @description Posts of all accounts in any stage that fit all that is asked for, in the order of the times at which a calendar shows them, the latest first; a draft without a day stands where it was made. Ask for the next page while next is not null; what is made meanwhile moves nothing from one page to another.
         */
        get: operations["searchPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How do lists show these posts?
         * @description The posts as calendars show them, which v1's lists do not: with what each would fail for as it is. What there is no post for is left out.
         */
        get: operations["getPostSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/unplanned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which drafts are planned for no day?
         * @description The drafts that no calendar shows, those that changed last first. At most 50 are told, and all are counted.
         */
        get: operations["getUnplannedDrafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a post to edit
         * @description The post as v1 has it, with its plan and with what is known about it. updatedAt is the If-Match of PUT /posts/{id}.
         */
        get: operations["getEditablePost"];
        /**
         * Change a draft or a scheduled post
         * @description Changes what the request names and leaves the rest, files, type and account among it; null clears a property. A scheduled post keeps its place in the queue, or at the cloud worker, which confirms the change first; with other files, another type or account the worker gives the post up and is handed it again. Once a worker has claimed the post, it is too late.
         */
        put: operations["changePost"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What proves that a post was published once?
         * @description The calls that were to make the post visible: when the intent of each was written down, what was answered, and how it is known what became of it. What was written down is kept for ever, also when the post was deleted here.
         */
        get: operations["getPostProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is known of a post, also after it was deleted here?
         * @description The post, when it was deleted from the history, and the addresses where it is still live: one that the network did not delete, or the copy on the Page, which a deletion at the network leaves.
         */
        get: operations["getPostRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a post?
         * @description Every step of a post with its time: how it was taken in, when a worker took it up, each call of the network with its duration, status, codes and trace id, what was waited for, what was found out and decided. Timelines are kept for 90 days after the post's end.
         */
        get: operations["getPostTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is anything held, because the data folder has gone back in time?
         * @description Says whether there is a quarantine, why, and what is known of each post that it holds.
         */
        get: operations["getQuarantine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quarantine/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the quarantine
         * @description Ends it once somebody has decided about every post; what was made meanwhile goes out.
         */
        post: operations["closeQuarantine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quarantine/drop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make drafts of posts
         * @description Makes drafts of the posts, all or none, so that they do not go out. One that may have been sent is FAILED instead.
         */
        post: operations["dropQuarantined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quarantine/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the accounts now
         * @description Reads what the accounts show of the posts that nobody has decided about; those that are live are PUBLISHED. Crier does so every minute by itself.
         */
        post: operations["lookAtQuarantine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quarantine/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let posts go out
         * @description Releases the posts, all or none: they go out in their turn, late ones under the rules for late posts.
         */
        post: operations["releaseQuarantined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quarantine/{id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that a post is live
         * @description Makes the post PUBLISHED without sending anything.
         */
        post: operations["confirmQuarantinedLive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/demo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove what the demo made
         * @description Takes the posts of the bad-day demo out of the history, and its pictures out of the library where no other post has them. A post that is being published stays. In live mode it is NOT_FOUND.
         */
        delete: operations["removeSandboxDemo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How does the sandbox fail now?
         * @description The fault that was armed here and stays until none is: slow processing, a used-up cap, a dead token. What comes once is not told, nor what an earlier run of the service had armed. In live mode it is NOT_FOUND.
         */
        get: operations["getSandboxFault"];
        put?: never;
        /**
         * Have the sandbox fail
         * @description Has the sandbox fail as somebody wants to see it: a publish call whose answer is lost, slow processing, a cap that is used up, a token that is not taken, or the death of Crier at the worst moment, in a rehearsal alone. It takes back what was armed before, also by other ways. A lost answer and a death come once; the others stay until none is armed. In live mode it is NOT_FOUND.
         */
        post: operations["armSandboxFault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often did the sandbox see a post?
         * @description The calls that asked the sandbox to publish the post, and what became visible of it: one of each on a good day and on a bad one. In live mode it is NOT_FOUND.
         */
        get: operations["getSandboxLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule/local-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which instants does a wall-clock time name?
         * @description A time that clocks skip or show twice is told apart, so that nobody's post goes out an hour early or late without a word.
         */
        get: operations["getLocalTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange everything with the cloud worker now
         * @description Sends what waits to be sent, fetches results and compares. The same happens by itself all the time.
         */
        post: operations["syncCloud"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule/takeover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the posts back from the cloud worker
         * @description Has this program publish what the worker has not begun. Where the worker does not answer, a fence is put up around it through Cloudflare; what was due by then is looked for on the network five minutes later, and comes back six minutes after that unless it is there. Nothing does this by itself.
         */
        post: operations["takeOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule/unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which posts does the cloud worker have that this folder does not know?
         * @description Asks the worker, and returns the posts that it has and of which nothing here says so, with what they are: so it is after the folder was put back from a backup. Each can be adopted or cancelled.
         */
        get: operations["listUnknownCloudPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule/unknown/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a post of the cloud worker's one of this folder
         * @description Takes a post over that the worker has and this folder does not know: its files are fetched, and it is SCHEDULED here under its id, for the worker to publish. One whose time has passed becomes a draft, and is cancelled there.
         */
        post: operations["adoptCloudPost"];
        /**
         * Have the cloud worker give up a post that this folder does not know
         * @description Once it is confirmed, the worker never publishes the post. A draft of the same id stays as it is here.
         */
        delete: operations["cancelCloudPost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which service is this?
         * @description Names the version and the network, so that a sandbox success is never taken for a real one.
         */
        get: operations["getService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/config/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How are stories reposted?
         * @description Returns all of an account's configuration.
         */
        get: operations["getRepostSettings"];
        /**
         * Change how stories are reposted
         * @description Changes what the body names and leaves the rest. An account without a configuration gets one, switched off. Story repost uses the network's app API, which the network does not offer to programs: it is unofficial, against the network's terms, and it can get the account limited, challenged or closed. It is off until you switch it on, and calls rarely and slowly.
         */
        put: operations["putRepostSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/reposts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What became of the mentions, and why?
         * @description Lists the records with all that is known of them, newest first.
         */
        get: operations["listRepostRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/{id}/repost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repost a mention
         * @description Fetches the story and publishes it as a story of the account; the record has its post, which goes the way of every post. Quiet hours do not count here, the limit of the day does. Story repost uses the network's app API, which the network does not offer to programs: it is unofficial, against the network's terms, and it can get the account limited, challenged or closed. It is off until you switch it on, and calls rarely and slowly.
         */
        post: operations["repostMention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a mention out
         * @description Ends a mention that waits, or has failed, as SKIPPED: it is never reposted.
         */
        post: operations["skipMention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Ability: {
            /**
             * @description What: publish posts, post first comments, share posts to the Page, delete posts at the network.
             * @example publish
             * @enum {string}
             */
            id: "publish" | "comment" | "share" | "delete";
            /**
             * @description Whether the token may; null while the network has not said.
             * @example true
             */
            may: boolean | null;
        };
        AccountCheck: {
            /** @description Each call that was made, in order. */
            steps: components["schemas"]["CheckStep"][];
        };
        AccountChoice: {
            /**
             * @description The Page that leads to it; empty for one without.
             * @example 100000000000506
             */
            partnerPageId: string;
            /**
             * @description Name of the Page.
             * @example Demo Studio
             */
            partnerPageName: string;
            /**
             * @description The network's own id of the account.
             * @example 17841400000000505
             */
            snUserId: string;
            /**
             * @description Name of the account at the network.
             * @example crier.demo.studio
             */
            username: string;
        };
        AccountForecast: {
            /** @description The days with posts that the cap leaves no room for at their time, in order, at most 31; stories with mentions do not count. */
            aboveCap: components["schemas"]["CrowdedDay"][];
            /**
             * Format: uuid
             * @description The account.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /**
             * Format: int64
             * @description How many posts the network publishes for the account in 24 hours.
             * @example 25
             */
            cap: number;
            /**
             * Format: int64
             * @description How many of its posts are due.
             * @example 12
             */
            count: number;
            /** @description The posts of which a file has been deleted; absent when there are none. */
            lostMedia?: components["schemas"]["Threatened"];
            /** @description The posts that are due after the account's access has ended, or while the network refuses it; absent when there are none. */
            noAccess?: components["schemas"]["Threatened"];
        };
        AccountName: {
            /**
             * @description Its id.
             * @example 0123456789abcdef0123456789abcdef
             */
            id: string;
            /**
             * @description Its name.
             * @example Anna
             */
            name: string;
        };
        AccountOverview: {
            account: components["schemas"]["SocialAccount"];
            /**
             * Format: date-time
             * @description When the network was found to want something confirmed in its app.
             * @example 2026-11-21T09:30:00.000Z
             */
            checkpointAt: string | null;
            /**
             * @description What the network said.
             * @example The account is restricted.
             */
            checkpointReason: string | null;
            /**
             * Format: date-time
             * @description For loginMethod partner: when the network ends the data access of the login, unless the account is connected again; null when it names no end.
             * @example 2026-06-11T08:00:00.000Z
             */
            dataAccessUntil: string | null;
            /**
             * @description State of the token: expiring from ten days before its end, dead when the network does not take it, checkpoint when the network wants its user to confirm something in its app.
             * @example ok
             * @enum {string}
             */
            health: "ok" | "expiring" | "expired" | "dead" | "checkpoint";
            /**
             * @description Whether the token may post first comments; null while the network has not said.
             * @example true
             */
            mayComment: boolean | null;
            /**
             * @description What is to be done before the account can publish again; null when nothing is.
             * @example northwind.bakery must be connected again: The session has been invalidated because the user changed the password.
             */
            remedy: string | null;
            /**
             * Format: date-time
             * @description When the network was found to take the token no more.
             * @example 2026-11-21T09:30:00.000Z
             */
            tokenDeadAt: string | null;
            /**
             * @description What the network said.
             * @example The session has been invalidated because the user changed the password.
             */
            tokenDeadReason: string | null;
            /**
             * @description Whether tokenExpiresAt is a guess, until the token is a day old and was refreshed.
             * @example true
             */
            tokenExpiryAssumed: boolean;
            /**
             * @description What is to be done although the account can publish, from ten days before its data access ends; null when nothing is.
             * @example northwind.bakery must be connected again before 2026-06-11T08:00:00.000Z (crier accounts connect): the data access of its login ends then, and the network may refuse its posts afterwards
             */
            warning: string | null;
        };
        AccountOverviews: {
            /** @description The connected accounts, in the order in which they were connected. */
            accounts: components["schemas"]["AccountOverview"][];
            /**
             * @description The network that the accounts are of.
             * @example live
             * @enum {string}
             */
            network: "sandbox" | "live";
        };
        Adopted: {
            /**
             * Format: uuid
             * @description Id of the post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
            /**
             * @description SCHEDULED, or DRAFT for one whose time has passed and that the worker gave up.
             * @example SCHEDULED
             */
            status: string;
            /** @description What to know besides. */
            warnings: components["schemas"]["Warning"][];
        };
        ArmInputBody: {
            /**
             * Format: uuid
             * @description The account whose publications fail; not needed for none.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId?: string;
            /**
             * @description How the sandbox is to fail; none has it work again.
             * @example lostAnswer
             * @enum {string}
             */
            fault: "lostAnswer" | "slowContainer" | "cap" | "deadToken" | "processKilled" | "none";
        };
        Armed: {
            /**
             * Format: uuid
             * @description The account whose publications fail.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string | null;
            /**
             * @description How the sandbox fails now.
             * @example lostAnswer
             * @enum {string}
             */
            fault: "lostAnswer" | "slowContainer" | "cap" | "deadToken" | "processKilled" | "none";
            /**
             * @description What happens from now on, for people.
             * @example The next publish call of the account takes effect, and its connection is cut before the answer.
             */
            says: string;
        };
        Attempt: {
            /**
             * @description What the answer said, for people; null when none came.
             * @example id 17920238422030506
             */
            answer: string | null;
            /**
             * Format: date-time
             * @description When the answer came; null when none did.
             * @example 2026-03-14T09:26:53.532Z
             */
            answeredAt: string | null;
            /**
             * Format: date-time
             * @description When that was found out.
             * @example 2026-03-14T09:26:53.540Z
             */
            decidedAt: string | null;
            /**
             * Format: date-time
             * @description When the intent was written to the disk; the call was sent after that.
             * @example 2026-03-14T09:26:53.120Z
             */
            intentAt: string;
            /**
             * @description The network's id of the post or comment; null while it is not known.
             * @example 17920238422030506
             */
            networkId: string | null;
            /**
             * @description Where it was to be visible; comment is below the post.
             * @example instagram
             * @enum {string}
             */
            place: "instagram" | "page" | "comment";
            /**
             * @description The network's id of what was to become visible, such as a container; null where it has none before.
             * @example 17889455560051444
             */
            prepared: string | null;
            /**
             * @description How the post is known at the network: from the answer, from an item there that names the call, or as the only item that it can be; null while it is not.
             * @example answer
             * @enum {string|null}
             */
            provedBy: "answer" | "listed" | "found" | null;
            /**
             * @description All of it in a few sentences, for people.
             * @example The intent was on the disk before the call was sent. The network answered after 412 ms. The answer proves that the post is live.
             */
            says: string;
            /**
             * @description What became of the call: it is not known yet, it took effect, it did not, or nobody can tell.
             * @example live
             * @enum {string}
             */
            verdict: "open" | "live" | "absent" | "given up";
        };
        BeginInputBody: {
            /**
             * @description Id of your app at the network; without app and secret the remembered one is taken.
             * @example 990000000000001
             */
            appId?: string;
            /**
             * @description The app's secret.
             * @example ...
             */
            appSecret?: string;
            /**
             * @description By which of the network's logins.
             * @example primary
             * @enum {string}
             */
            login: "primary" | "partner";
            /**
             * @description An address that the app has registered, exactly.
             * @example https://localhost/
             */
            redirectUri?: string;
            /**
             * @description Keep the app, its secret sealed.
             * @example true
             */
            remember?: boolean;
        };
        BegunLogin: {
            /**
             * Format: date-time
             * @description Until when the login can be finished.
             * @example 2026-11-21T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * @description Comes back in the address that the browser is led to.
             * @example Zm9v
             */
            state: string;
            /**
             * @description Open this in a browser and agree.
             * @example https://www.instagram.com/oauth/authorize?client_id=1
             */
            url: string;
        };
        BucketRequest: {
            /**
             * @description Id of an access key that may read, write, list and delete the bucket's objects.
             * @example f1d2d2f924e986ac86fdf7b36c94bcdf
             */
            accessKeyId: string;
            /**
             * @description Address of the S3 API; https:// may be left out.
             * @example https://0123456789abcdef.r2.cloudflarestorage.com
             */
            endpoint: string;
            /**
             * @description Name of the bucket.
             * @example crier-media
             */
            name: string;
            /**
             * @description Address under which everybody can read the bucket's objects.
             * @example https://media.example.com
             */
            publicUrl: string;
            /**
             * @description Region of the bucket; auto when it is left out, as Cloudflare R2 has it.
             * @example auto
             */
            region?: string;
            /**
             * Format: password
             * @description The access key's secret. It is stored sealed and never returned; left out, the stored one of the same access key is kept.
             * @example ...
             */
            secretAccessKey?: string;
        };
        BucketStatus: {
            /**
             * @description The access key's id.
             * @example f1d2d2f924e986ac86fdf7b36c94bcdf
             */
            accessKeyId: string | null;
            /**
             * Format: date-time
             * @description When the bucket was last found to work; null when it was not asked yet.
             * @example 2026-03-10T17:04:12.000Z
             */
            checkedAt: string | null;
            /**
             * @description Whether the network fetches media from a bucket.
             * @example true
             */
            configured: boolean;
            /**
             * @description Address of the S3 API.
             * @example https://0123456789abcdef.r2.cloudflarestorage.com
             */
            endpoint: string | null;
            /** @description Whether the bucket is that of the variables CRIER_BUCKET_..., which nothing here can change. */
            fromEnvironment: boolean;
            /**
             * @description Name of the bucket.
             * @example crier-media
             */
            name: string | null;
            /** @description Why a stored bucket is not used; null when it is, and when none is stored. */
            problem: string | null;
            /**
             * @description Address under which everybody can read the objects.
             * @example https://media.example.com
             */
            publicUrl: string | null;
            /**
             * @description Region of the bucket.
             * @example auto
             */
            region: string | null;
        };
        BulkOutcome: {
            /**
             * Format: date-time
             * @description For shift the new time; for retry when the network is asked; null otherwise, and when it was not done.
             * @example 2026-12-31T08:00:00.000Z
             */
            at: string | null;
            /**
             * @description Code of why it was not done; null when it was.
             * @example INVALID_STATUS
             * @enum {string|null}
             */
            code: "AUTH_REQUIRED" | "AUTH_INVALID_KEY" | "TOKEN_INVALID" | "TOKEN_EXPIRED" | "AUTH_FAILED" | "COOKIE_AUTH_REQUIRED" | "SETUP_LOCKED" | "VALIDATION_ERROR" | "MISSING_PARAM" | "INVALID_PARAM" | "INVALID_CODE" | "INVALID_STATUS" | "INVALID_SCHEDULE" | "INVALID_TAGS" | "INVALID_MENTIONS" | "INVALID_COLLABORATORS" | "INVALID_CROSS_POST" | "INVALID_MEDIA_TYPE" | "INVALID_CAROUSEL" | "INVALID_WORKER_KEY" | "NOT_FOUND" | "MEDIA_INVALID" | "NO_MEDIA_ID" | "UPLOAD_ERROR" | "PROCESSING_FAILED" | "VIDEO_PROCESSING_FAILED" | "RATE_LIMITED" | "LOGIN_RATE_LIMITED" | "STORIES_CANNOT_DELETE" | "PRIVATE_API_REQUIRED" | "LOGIN_FAILED" | "TWO_FACTOR_REQUIRED" | "NO_ACTIVE_SESSION" | "MISSING_ACCOUNT_ID" | "CREDENTIALS_NOT_CONFIGURED" | "ALREADY_REPOSTED" | "REPOST_IN_PROGRESS" | "INVALID_STATE" | "REPOST_FAILED" | "CLOUD_NOT_CONFIGURED" | "NOT_CONFIGURED" | "BUCKET_NOT_CONFIGURED" | "TOKEN_REQUIRED" | "WORKER_UNREACHABLE" | "SYNC_FAILED" | "ENCRYPTION_KEY_MISMATCH" | "WORKER_DEPLOY_FAILED" | "CLOUD_ERROR" | "UNKNOWN_ERROR" | "INTERNAL_ERROR" | null;
            /**
             * @description Why it was not done, for people; null when it was.
             * @example the post can no longer be cancelled: it is PUBLISHING
             */
            error: string | null;
            /**
             * @description Whether it was done. One that could not be done keeps no other from being done.
             * @example true
             */
            isDone: boolean;
            /**
             * Format: uuid
             * @description The post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
        };
        BulkRequest: {
            /**
             * @description shift moves scheduled posts, and drafts with a plan; cancel takes scheduled posts back to DRAFT; delete takes posts out of the history; retry has failed posts published again, those of an account a minute apart.
             * @enum {string}
             */
            action: "shift" | "cancel" | "delete" | "retry";
            /**
             * Format: int64
             * @description For shift: by how many days; clocks show the same time on the new day, in the time zone of each post.
             * @example 7
             */
            days?: number;
            /**
             * Format: int64
             * @description For shift: by how many minutes more.
             * @example 0
             */
            minutes?: number;
            /** @description The posts, each once, in the order in which it is done. */
            postIds: string[];
        };
        BulkResult: {
            /** @description What came of each post, in the order of the request. */
            results: components["schemas"]["BulkOutcome"][];
        };
        CalendarDay: {
            /** @description How many of them are in which status; a status that none is in is absent. */
            byStatus: components["schemas"]["StatusCounts"];
            /**
             * Format: int64
             * @description How many posts the day has.
             * @example 1
             */
            count: number;
            /**
             * Format: date
             * @description The day, as clocks and calendars of the time zone show it.
             * @example 2026-12-24
             */
            date: string;
            /** @description The first posts of the day, the earliest first, at most perDay. Where there are more, those that failed are among them. */
            posts: components["schemas"]["PostSummary"][];
        };
        Check: {
            /**
             * Format: uuid
             * @description The file.
             * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            mediaFileId: string;
            /** @description What else there is to say about the file, for people. */
            notes: string[];
            /** @description Each kind of post that takes files of its kind. */
            uses: components["schemas"]["UseCheck"][];
        };
        CheckStep: {
            /**
             * @description What the answer was.
             * @example HTTP 200, 2 of 50 used
             */
            actual: string;
            /**
             * @description What was expected.
             * @example HTTP 200 in the known form
             */
            expected: string;
            /**
             * @description What was asked for.
             * @example publishing limit
             */
            name: string;
            /**
             * @description The row of Crier's tables that the answer is held against.
             * @example GET /{ig-user}/content_publishing_limit (Meta's reference, 2026-11-22)
             */
            row: string;
            /**
             * @description What the answer means for that row.
             * @example confirms
             * @enum {string}
             */
            verdict: "confirms" | "contradicts" | "refused" | "unreached";
        };
        Checklist: {
            /** @description Whether a look is being made, which may change the steps. */
            looking: boolean;
            /**
             * @description The network that posts go to. In sandbox mode the steps are proved with accounts of the sandbox.
             * @example live
             * @enum {string}
             */
            mode: "sandbox" | "live";
            /** @description The set-ups of an app at Meta that make tokens, and what each cannot do. */
            setUps: components["schemas"]["SetUp"][];
            /** @description Every step, in the order in which to take them. */
            steps: components["schemas"]["GoLiveStep"][];
        };
        ChooseMode: {
            /**
             * @description The network that posts are to go to.
             * @example live
             * @enum {string}
             */
            mode: "sandbox" | "live";
        };
        CloudCall: {
            /**
             * @description What the answer was.
             * @example 2 scripts
             */
            actual: string;
            /**
             * @description What was asked for.
             * @example list scripts
             */
            name: string;
            /**
             * @description The row of Crier's tables that the answer is held against.
             * @example GET /accounts/{account}/workers/scripts (Cloudflare's SDK 7.3.0; 2026-11-24)
             */
            row: string;
            /**
             * @description What the answer means for that row.
             * @example confirms
             * @enum {string}
             */
            verdict: "confirms" | "contradicts" | "refused" | "unreached";
        };
        CloudCheck: {
            /** @description Each call that was made, in order. */
            calls: components["schemas"]["CloudCall"][];
        };
        ConnectInputBody: {
            /**
             * @description Which login it is for; without it Crier finds out.
             * @example primary
             * @enum {string}
             */
            login?: "primary" | "partner";
            /**
             * @description Store nothing and tell what the token is good for. Crier holds the token in memory meanwhile, for ten minutes at most.
             * @example true
             */
            look?: boolean;
            /**
             * @description Which account, when the token leads to several.
             * @example 17841400000000505
             */
            snUserId?: string;
            /**
             * @description In its place: the ticket that a look gave for a token.
             * @example Zm9v
             */
            ticket?: string;
            /**
             * @description A long-lived access token of the network.
             * @example IGAA...
             */
            token?: string;
        };
        ConnectionAnswer: {
            /** @description The connected account; null while a choice is open. */
            account: components["schemas"]["AccountOverview"];
            /** @description The accounts of which one has to be named as snUserId; empty when one is connected. */
            choices: components["schemas"]["AccountChoice"][];
            /**
             * @description After a look: what of the token can be shown.
             * @example IGAA···q3Zk, 184 characters
             */
            mask: string | null;
            /** @description What to know of the account, once: at its first connection, or at the first with its Page. */
            notes: string[];
            /** @description After a look: why the token cannot be connected; null when it can be. */
            refusal: components["schemas"]["TokenRefusal"];
            /** @description After a look: the account of the token; null while a choice is open, and when the token is refused. */
            seen: components["schemas"]["SeenAccount"];
            /**
             * @description After a login by an app: what stands for it until the choice is made, once and for an hour. After a look: what stands for the token, for ten minutes or until its account is connected.
             * @example Zm9v
             */
            ticket: string | null;
            /** @description What to know of the token. */
            warnings: string[];
        };
        Conversion: {
            /** @description How the video is edited; absent for a conversion alone. */
            edits?: components["schemas"]["Spec"];
            /** @description Why it failed. */
            error: string | null;
            /**
             * Format: uuid
             * @description The video.
             * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            mediaFileId: string;
            /**
             * @description The kind of post whose limits the result keeps to: a story is cut at 60 s.
             * @enum {string}
             */
            purpose: "REELS" | "STORIES" | "CAROUSEL";
            /**
             * Format: date-time
             * @description When it was asked for.
             * @example 2026-03-14T09:21:07.412Z
             */
            requestedAt: string;
            /**
             * @description How far it is; a conversion that succeeded is gone, and the media file has its processedPath.
             * @enum {string}
             */
            state: "WAITING" | "RUNNING" | "FAILED";
        };
        ConversionInputBody: {
            /**
             * @description The kind of post whose limits the result keeps to.
             * @default REELS
             * @enum {string}
             */
            purpose?: "REELS" | "STORIES" | "CAROUSEL";
        };
        CreatedPost: {
            /**
             * Format: date-time
             * @description When it was answered.
             * @example 2026-03-14T09:21:07.412Z
             */
            at: string;
            /**
             * @description The Idempotency-Key of the request.
             * @example 6b7f2d4e-morning-post
             */
            key: string;
            /**
             * Format: uuid
             * @description The post that it made.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
        };
        CreatedPosts: {
            /** @description The requests, newest first; at most 10. */
            created: components["schemas"]["CreatedPost"][];
        };
        Crop: {
            /**
             * Format: double
             * @description With ratio: what the part is centred on as far as there is room, as a fraction of the width; 0.5 by default.
             * @example 0.5
             */
            focusX?: number;
            /**
             * Format: double
             * @description With ratio: the same, as a fraction of the height; 0.5 by default.
             * @example 0.5
             */
            focusY?: number;
            /**
             * Format: double
             * @description Height, as a fraction of the picture's height; left out when ratio is given.
             * @example 1
             */
            height?: number;
            /**
             * @description In place of a rectangle: the largest part of this ratio of width to height, from 1:10 to 10:1.
             * @example 4:5
             */
            ratio?: string;
            /**
             * Format: double
             * @description Width, as a fraction of the picture's width; left out when ratio is given.
             * @example 0.8
             */
            width?: number;
            /**
             * Format: double
             * @description Left edge, as a fraction of the upright picture's width.
             * @example 0.1
             */
            x?: number;
            /**
             * Format: double
             * @description Top edge, as a fraction of its height.
             * @example 0
             */
            y?: number;
        };
        CrowdedDay: {
            /**
             * Format: date-time
             * @description When that is due.
             * @example 2026-12-25T09:00:00.000Z
             */
            at: string;
            /**
             * Format: int64
             * @description How many posts there are.
             * @example 3
             */
            count: number;
            /**
             * Format: date
             * @description The day, as clocks and calendars of the time zone show it.
             * @example 2026-12-25
             */
            date: string;
            /**
             * Format: uuid
             * @description The first of them.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
        };
        Cure: {
            /**
             * @description The page on which to do it; empty when there is none.
             * @example https://developers.facebook.com/apps/
             */
            link: string;
            /**
             * @description Which refusal it is.
             * @example tester
             * @enum {string}
             */
            refusal: "tester" | "login" | "foreign" | "unlinked" | "invalid" | "app" | "scopes" | "short" | "nowhere" | "personal" | "sandbox" | "real" | "refused" | "asks";
            /**
             * @description The network's own words; empty when there are none.
             * @example code 100: Unsupported request - method type: get
             */
            said: string;
            /** @description What to do, one by one. */
            steps: string[];
            /**
             * @description What it is, in a few words.
             * @example The invite is not accepted yet
             */
            title: string;
            /**
             * @description What it is.
             * @example this is the token of an app, which has no account
             */
            what: string;
        };
        DropInputBody: {
            /**
             * @description The posts.
             * @example [
             *       "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
             *     ]
             */
            ids: string[];
        };
        Duplicate: {
            /** @description The post. */
            post: components["schemas"]["PostSummary"];
            /**
             * @description Whether it has the same text, but for blanks at its ends.
             * @example true
             */
            sameCaption: boolean;
            /** @description Which of the files that were sent it has too, also where they were uploaded twice. */
            sameFiles: string[];
        };
        Duplicates: {
            /** @description The posts that are alike, the newest first; at most 20. */
            duplicates: components["schemas"]["Duplicate"][];
        };
        DuplicatesRequest: {
            /**
             * Format: uuid
             * @description The account.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /**
             * @description The text of the post; an empty one is like no other.
             * @example Fresh from the oven: our spring rye.
             */
            caption?: string | null;
            /**
             * Format: int64
             * @description How many days back posts are looked at, by when they were made.
             * @default 30
             * @example 30
             */
            days?: number;
            /** @description The files of the post, in any order. */
            mediaFileIds?: string[] | null;
            /**
             * Format: uuid
             * @description The post that this is already, which is no duplicate of its own.
             * @example 6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918
             */
            postId?: string | null;
            /**
             * @description IANA name of the time zone for localTime.
             * @default UTC
             * @example Europe/Berlin
             */
            timezone?: string;
        };
        EditablePost: {
            /**
             * @description Description of the picture for those who do not see it.
             * @example Three round loaves of rye bread on a wooden board
             */
            altText: string | null;
            /** @description Descriptions of the pictures of a carousel by their positions. */
            altTexts: string[] | null;
            /** @description Key of the media in the bucket, for posts in the cloud worker. */
            bucketMediaKey: string | null;
            /**
             * @description The text of the post.
             * @example Fresh from the oven: our spring rye. #bakery #sourdough
             */
            caption: string | null;
            /** @description Id in the cloud worker. */
            cloudJobId: string | null;
            /** @description JSON text: an array of usernames, at most 3. */
            collaborators: string | null;
            /**
             * Format: uuid
             * @description The picture that the reel has as its cover.
             * @example 9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e
             */
            coverMediaFileId: string | null;
            /**
             * Format: date-time
             * @description When the post was made.
             * @example 2026-03-14T09:26:39.004Z
             */
            createdAt: string;
            /** @description Whether the post is to be shared to the linked Page. */
            crossPostToPartner: boolean;
            /**
             * @description Why the post failed, as a code of the error catalogue; null while nothing did.
             * @enum {string|null}
             */
            errorCode: "AUTH_REQUIRED" | "AUTH_INVALID_KEY" | "TOKEN_INVALID" | "TOKEN_EXPIRED" | "AUTH_FAILED" | "COOKIE_AUTH_REQUIRED" | "SETUP_LOCKED" | "VALIDATION_ERROR" | "MISSING_PARAM" | "INVALID_PARAM" | "INVALID_CODE" | "INVALID_STATUS" | "INVALID_SCHEDULE" | "INVALID_TAGS" | "INVALID_MENTIONS" | "INVALID_COLLABORATORS" | "INVALID_CROSS_POST" | "INVALID_MEDIA_TYPE" | "INVALID_CAROUSEL" | "INVALID_WORKER_KEY" | "NOT_FOUND" | "MEDIA_INVALID" | "NO_MEDIA_ID" | "UPLOAD_ERROR" | "PROCESSING_FAILED" | "VIDEO_PROCESSING_FAILED" | "RATE_LIMITED" | "LOGIN_RATE_LIMITED" | "STORIES_CANNOT_DELETE" | "PRIVATE_API_REQUIRED" | "LOGIN_FAILED" | "TWO_FACTOR_REQUIRED" | "NO_ACTIVE_SESSION" | "MISSING_ACCOUNT_ID" | "CREDENTIALS_NOT_CONFIGURED" | "ALREADY_REPOSTED" | "REPOST_IN_PROGRESS" | "INVALID_STATE" | "REPOST_FAILED" | "CLOUD_NOT_CONFIGURED" | "NOT_CONFIGURED" | "BUCKET_NOT_CONFIGURED" | "TOKEN_REQUIRED" | "WORKER_UNREACHABLE" | "SYNC_FAILED" | "ENCRYPTION_KEY_MISMATCH" | "WORKER_DEPLOY_FAILED" | "CLOUD_ERROR" | "UNKNOWN_ERROR" | "INTERNAL_ERROR" | null;
            /** @description Why the post failed, for people. A PUBLISHED post has one when only the first comment or the share to the Page failed, or when the network left mentions out of a story. */
            errorMessage: string | null;
            /**
             * @description What the account comments below the post once it is published.
             * @example Which loaf shall we bake next?
             */
            firstComment: string | null;
            /**
             * @description The network's id of the first comment; null while it is not known.
             * @example 17870913679156914
             */
            firstCommentId: string | null;
            /**
             * @description What became of the first comment of a PUBLISHED post: it is being posted, it is posted, it is not, or it may be and the network does not show it, as its filters hide comments; null before, and without a first comment.
             * @example MADE
             * @enum {string|null}
             */
            firstCommentState: "PENDING" | "MADE" | "NOT_MADE" | "NOT_SEEN" | null;
            /** @description Unused; hashtags are part of the caption. */
            hashtags: string | null;
            /**
             * Format: uuid
             * @description Id of the post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            id: string;
            /** @description Whether the network labels the post as made with artificial intelligence. */
            isAiGenerated: boolean | null;
            /** @description Whether the post waits, or waited, for a time. */
            isScheduled: boolean;
            /**
             * Format: date-time
             * @description When publishing was last tried.
             * @example 2026-03-14T09:26:41.120Z
             */
            lastAttemptAt: string | null;
            /**
             * @description Id of a place at the network.
             * @example 213385402
             */
            locationId: string | null;
            /**
             * @description Name of the place.
             * @example Lisbon, Portugal
             */
            locationName: string | null;
            /** @description The files of the post in their order, without deleted ones. */
            mediaFiles: components["schemas"]["MediaFile"][];
            /**
             * @description Kind of the post.
             * @enum {string}
             */
            mediaType: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /** @description Address of the post on the Page. */
            partnerPermalink: string | null;
            /** @description Id of the post on the Page. */
            partnerPostId: string | null;
            /** @description Usernames of people in the video or story. */
            peopleTagged: string[] | null;
            /**
             * Format: date-time
             * @description For when a draft is planned; null for no time, and for any other post.
             * @example 2026-12-17T08:00:00.000Z
             */
            plannedFor: string | null;
            /**
             * Format: date-time
             * @description When the post was published; null before.
             * @example 2026-03-14T09:26:53.589Z
             */
            publishedAt: string | null;
            /** @description Whether the post went out by the native-story way. */
            publishedViaPrivateApi: boolean;
            /**
             * Format: int64
             * @description Automatic attempts after the first.
             */
            retryCount: number;
            /**
             * Format: date-time
             * @description The time that the post is scheduled for; null when it is none.
             * @example 2026-11-21T09:30:00.000Z
             */
            scheduledFor: string | null;
            /** @description Whether the reel is to be on the account's grid and in the feed too; null leaves it to the network. */
            shareToFeed: boolean | null;
            /**
             * @description The network's id of the prepared post.
             * @example 17889455560051444
             */
            snContainerId: string | null;
            /**
             * @description The network's id of the published post.
             * @example 17920238422030506
             */
            snMediaId: string | null;
            /**
             * @description Address of the published post.
             * @example https://www.instagram.com/p/DAbCdEfGhIj/
             */
            snPermalink: string | null;
            /**
             * Format: uuid
             * @description The account that the post belongs to.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            socialAccountId: string;
            /**
             * @description How the post came to be.
             * @enum {string}
             */
            sourceType: "MANUAL" | "SCHEDULED" | "STORY_REPOST" | "AUTO_REPOST";
            /**
             * @description Where the post stands. PUBLISHED and FAILED are where polling stops.
             * @example PUBLISHED
             * @enum {string}
             */
            status: "DRAFT" | "SCHEDULED" | "QUEUED" | "PROCESSING" | "PUBLISHING" | "PUBLISHED" | "FAILED";
            /** @description JSON text: an array of StoryMention. */
            storyMentions: string | null;
            /**
             * Format: int64
             * @description The moment of the reel that is its cover, in milliseconds.
             * @example 2500
             */
            thumbOffsetMs: number | null;
            /**
             * @description IANA name of the time zone that the post was planned in.
             * @example UTC
             */
            timezone: string;
            /**
             * @description How the trial reel comes to be shown to everybody; null for an ordinary one.
             * @enum {string|null}
             */
            trial: "manual" | "performance" | null;
            /**
             * Format: date-time
             * @description When the post last changed.
             * @example 2026-03-14T09:26:53.589Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The one user.
             * @example 5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51
             */
            userId: string;
            /**
             * @description JSON text: an array of UserTag.
             * @example [{"username":"potter","x":0.4,"y":0.6}]
             */
            userTags: string | null;
            /** @description What publishing a draft as it is would be refused for, here or by the network, and what the author may not expect of a post; empty when nothing is known. */
            warnings: components["schemas"]["Warning"][];
        };
        ErrorResponse: {
            /**
             * @description Stable code of the error.
             * @example NOT_FOUND
             * @enum {string}
             */
            code: "AUTH_REQUIRED" | "AUTH_INVALID_KEY" | "TOKEN_INVALID" | "TOKEN_EXPIRED" | "AUTH_FAILED" | "COOKIE_AUTH_REQUIRED" | "SETUP_LOCKED" | "VALIDATION_ERROR" | "MISSING_PARAM" | "INVALID_PARAM" | "INVALID_CODE" | "INVALID_STATUS" | "INVALID_SCHEDULE" | "INVALID_TAGS" | "INVALID_MENTIONS" | "INVALID_COLLABORATORS" | "INVALID_CROSS_POST" | "INVALID_MEDIA_TYPE" | "INVALID_CAROUSEL" | "INVALID_WORKER_KEY" | "NOT_FOUND" | "MEDIA_INVALID" | "NO_MEDIA_ID" | "UPLOAD_ERROR" | "PROCESSING_FAILED" | "VIDEO_PROCESSING_FAILED" | "RATE_LIMITED" | "LOGIN_RATE_LIMITED" | "STORIES_CANNOT_DELETE" | "PRIVATE_API_REQUIRED" | "LOGIN_FAILED" | "TWO_FACTOR_REQUIRED" | "NO_ACTIVE_SESSION" | "MISSING_ACCOUNT_ID" | "CREDENTIALS_NOT_CONFIGURED" | "ALREADY_REPOSTED" | "REPOST_IN_PROGRESS" | "INVALID_STATE" | "REPOST_FAILED" | "CLOUD_NOT_CONFIGURED" | "NOT_CONFIGURED" | "BUCKET_NOT_CONFIGURED" | "TOKEN_REQUIRED" | "WORKER_UNREACHABLE" | "SYNC_FAILED" | "ENCRYPTION_KEY_MISMATCH" | "WORKER_DEPLOY_FAILED" | "CLOUD_ERROR" | "UNKNOWN_ERROR" | "INTERNAL_ERROR";
            /** @description Every violation of the schema, in developer mode and for VALIDATION_ERROR only. */
            details?: unknown;
            /**
             * @description What went wrong, for people. Match on code instead.
             * @example there is no post 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            error: string;
            /**
             * Format: int64
             * @description Seconds until the next request would pass, for RATE_LIMITED only.
             */
            retryAfter?: number;
            /**
             * Format: int64
             * @description The HTTP status of the answer.
             * @example 404
             */
            status: number;
        };
        Event: {
            /**
             * @description Which one: the id of the post, file, account or mention; of queue the id of the post, or of the account whose inbox is read; of status "cloud" or "bucket". What was deleted is not there any more.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            id: string;
            /**
             * @description What has changed. queue is what the queue or the cloud worker has to do; status is a part of the service.
             * @example post
             * @enum {string}
             */
            kind: "post" | "media" | "account" | "queue" | "mention" | "status";
            /**
             * Format: date-time
             * @description When: what a post says as its updatedAt, where that changed; otherwise the instant of the event.
             * @example 2026-03-14T09:26:53.120Z
             */
            updatedAt: string;
        };
        ExportPage: {
            /** @description What after is for the next page; null when this is the last one. */
            next: string | null;
            /** @description Drafts and scheduled posts, oldest first. */
            posts: components["schemas"]["ExportedPost"][];
        };
        ExportRequest: {
            /** @description What the key is encrypted with, at least 8 characters. */
            passphrase: string;
        };
        ExportedPost: {
            /**
             * Format: int64
             * @description How many of the post's files have been deleted, so that the post does not have them.
             * @example 0
             */
            lostFiles: number;
            /** @description The post. */
            post: components["schemas"]["Post"];
            /**
             * @description The ref that made the post, or its id.
             * @example advent-1
             */
            ref: string;
        };
        FailureGroup: {
            /**
             * Format: uuid
             * @description The account.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /**
             * @description The errorCode of the posts; with FAILED ones, the cause for POST /posts/retries. Empty for posts without one.
             * @example TOKEN_EXPIRED
             */
            code: string;
            /**
             * Format: int64
             * @description How many posts there are.
             * @example 3
             */
            count: number;
            /**
             * Format: date-time
             * @description When the first of them failed, or was last changed.
             * @example 2026-03-14T09:26:53.589Z
             */
            firstAt: string;
            /**
             * @description Whether the posts still wait, and are held; otherwise they have failed.
             * @example false
             */
            isHeld: boolean;
            /**
             * Format: date-time
             * @description When the latest did.
             * @example 2026-03-14T11:26:53.589Z
             */
            lastAt: string;
            /**
             * @description What the latest of the posts says, for people.
             * @example the access token of sandbox.bakery expired; connect the account again
             */
            message: string | null;
            /** @description The latest of the posts, at most 5. */
            posts: components["schemas"]["PostSummary"][];
        };
        Finding: {
            /**
             * @description What it is about: an error code, or the code of a warning as POST /schedule has them.
             * @example MEDIA_INVALID
             */
            code: string;
            /**
             * @description The field of the post that it is about; empty when it is about none.
             * @example mediaFileId
             */
            field: string;
            /**
             * @description What the post has; empty where no figure says it.
             * @example the picture is 1080 by 1920 pixels, a ratio of 0.56
             */
            figure: string;
            /** @description What can be done about it at once; empty when only the author can. */
            fixes: components["schemas"]["Remedy"][];
            /**
             * @description What is taken; empty where no figure says it.
             * @example 0.75 (3:4) to 1.91 (1.91:1)
             */
            limit: string;
            /**
             * Format: uuid
             * @description The file that it is about; null when it is about none.
             * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            mediaFileId: string | null;
            /**
             * @description What it is, and what to do, for people.
             * @example The picture is 1080 by 1920 pixels, a ratio of 0.56; feed pictures take 0.75 (3:4) to 1.91 (1.91:1): crop it, pad it, or publish it as a story.
             */
            message: string;
            /**
             * @description For a file, the rule that it breaks, as GET /media/{id}/check names it; empty otherwise.
             * @example aspect-ratio
             */
            rule: string;
        };
        FinishInputBody: {
            /**
             * @description The whole address that the browser was led to.
             * @example https://localhost/?code=abc&state=def#_
             */
            redirectedUrl?: string;
            /**
             * @description Which account, when there are several.
             * @example 17841400000000505
             */
            snUserId?: string;
            /**
             * @description In its place: the ticket of a login that left a choice.
             * @example Zm9v
             */
            ticket?: string;
        };
        Fix: {
            /** @description For EDIT, the edits: those that the file has, and the fix. */
            edits?: components["schemas"]["Spec"];
            /**
             * @description EDIT is put to the file's edits, CONVERT asked for as a conversion for this kind of post.
             * @enum {string}
             */
            kind: "EDIT" | "CONVERT";
            /**
             * @description What it does, for people.
             * @example Pad it to 4:5 with a blurred copy of itself.
             */
            says: string;
        };
        Forecast: {
            /** @description The accounts that have such posts, that with the first post first. */
            accounts: components["schemas"]["AccountForecast"][];
            /**
             * Format: int64
             * @description How many posts are due by then, among them those that are late.
             * @example 12
             */
            count: number;
            /**
             * Format: int64
             * @description How many of them were looked at: those that are due first, at most 10,000.
             * @example 12
             */
            lookedAt: number;
            /**
             * Format: date-time
             * @description The end of the time that is looked at, which begins now.
             * @example 2026-12-28T10:00:00.000Z
             */
            until: string;
        };
        FoundPosts: {
            /**
             * @description The cursor of the next page, which has earlier posts; null when there are none. A page may have few posts, or none, and a next one all the same: one search looks at 10,000 posts.
             * @example 1793615400000.3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            next: string | null;
            /** @description The posts that were found, in the order of at, the latest first. A draft without a day stands where it was made. */
            posts: components["schemas"]["PostSummary"][];
        };
        GoLiveStep: {
            /**
             * Format: date-time
             * @description When that was found out; null when it follows from what is stored here, and when it was not yet.
             * @example 2026-11-29T09:12:00.000Z
             */
            checkedAt: string | null;
            /**
             * @description How to do it in a terminal; null when nothing is to be done.
             * @example crier cloud setup
             */
            command: string | null;
            /** @description The same, one by one; empty when nothing is to be done. */
            cure: string[];
            /**
             * @description How Crier knows, in our words.
             * @example A small object was put, fetched from media.example.com and deleted.
             */
            evidence: string;
            /**
             * @description What to do; null when nothing is to be done.
             * @example Look whether the address can be reached from outside. Then look again.
             */
            fix: string | null;
            /**
             * @description Which step; off is the only one that is not needed.
             * @example media
             * @enum {string}
             */
            id: "account" | "token" | "media" | "rehearsal" | "limit" | "page" | "mode" | "first" | "off";
            /**
             * @description The page on which to do it, or the first post; null when there is none.
             * @example https://developers.facebook.com/apps/
             */
            link: string | null;
            /**
             * @description The day on which somebody last followed the instructions on that page; null when nobody has.
             * @example 2026-11-21
             */
            linkWalkedAt: string | null;
            /**
             * @description Whether going live takes this step: off is never needed, and page is not for an account without a Page.
             * @example true
             */
            needed: boolean;
            /**
             * Format: uuid
             * @description The first post, of the step first; null otherwise.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string | null;
            /**
             * @description How Crier finds out.
             * @example A small object is put, fetched from outside and deleted.
             */
            proof: string;
            /**
             * @description What the network said, in its own words; null when nothing is to be told.
             * @example code 100, subcode 2207089: strange setting
             */
            said: string | null;
            /**
             * @description done: it is proved. todo: you have something to do. failing: it was tried, and something is wrong. waiting: another step comes first, or a look has not ended.
             * @example done
             * @enum {string}
             */
            state: "done" | "todo" | "failing" | "waiting";
            /**
             * @description What it is about, in a few words.
             * @example A public address for your pictures
             */
            title: string;
        };
        HeldPost: {
            /**
             * Format: uuid
             * @description The account that the post belongs to.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /**
             * @description The first 120 characters of the caption; empty without one.
             * @example Fresh from the oven: our spring rye.
             */
            caption: string;
            /**
             * @description What was decided; null as long as nobody has.
             * @example released
             * @enum {string|null}
             */
            decision: "released" | "live" | "dropped" | null;
            /**
             * Format: uuid
             * @description Id of the post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            id: string;
            /**
             * @description Whether somebody has to decide about it.
             * @example true
             */
            isOpen: boolean;
            /**
             * @description Kind of the post.
             * @enum {string}
             */
            mediaType: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /**
             * @description The address of what the post turned out to be; null without one.
             * @example https://www.instagram.com/p/Cx1/
             */
            permalink: string | null;
            /**
             * @description What the verdict rests on, for people.
             * @example the account shows everything since 2026-03-13T21:58:00.000Z, and not this post
             */
            says: string;
            /**
             * Format: date-time
             * @description The time that the post is, or was, scheduled for; null without one.
             * @example 2026-03-14T08:00:00.000Z
             */
            scheduledFor: string | null;
            /**
             * @description Where the post stands.
             * @example SCHEDULED
             * @enum {string}
             */
            status: "DRAFT" | "SCHEDULED" | "QUEUED" | "PROCESSING" | "PUBLISHING" | "PUBLISHED" | "FAILED";
            /**
             * @description What the account says: the post is live, it is not there, that cannot be told, or the cloud worker has it as it is here; null as long as it was not read.
             * @example ABSENT
             * @enum {string|null}
             */
            verdict: "LIVE" | "ABSENT" | "UNSURE" | "CLOUD" | null;
        };
        ImportInputBody: {
            /** @description Only say what would be done. Rows may lack their files then. */
            dryRun?: boolean;
            /** @description The rows. */
            rows: components["schemas"]["ImportRow"][];
        };
        ImportReport: {
            /** @description Whether the posts were made and changed. When a row is refused, none was. */
            isDone: boolean;
            /** @description The rows in their order. */
            rows: components["schemas"]["ImportedRow"][];
        };
        ImportRow: {
            /**
             * Format: uuid
             * @description The account to publish for.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /** @description Description of the picture for those who do not see it. */
            altText?: string;
            /** @description Descriptions of a carousel's pictures; absent for what it has. */
            altTexts?: string[];
            /**
             * Format: date-time
             * @description When it is published; absent for a draft.
             * @example 2026-11-21T09:30:00.000Z
             */
            at?: string;
            /**
             * @description The text of the post.
             * @example First of Advent
             */
            caption?: string;
            /** @description Usernames of co-authors. */
            collaborators?: string[];
            /**
             * Format: int64
             * @description The moment of the video that is the cover, in milliseconds; -1 for none, absent for what it has.
             * @example 2500
             */
            coverAtMs?: number;
            /** @description The picture in the library that is the cover; empty for none, absent for what it has. */
            coverId?: string;
            /** @description Is the same while the row says the same. */
            digest: string;
            /**
             * @description Whether a reel is to be in the feed; empty leaves it to the network, absent for what it has.
             * @enum {string}
             */
            feed?: "yes" | "no" | "";
            /** @description The files in the library; absent while they are not uploaded. */
            fileIds?: string[];
            /** @description What the account comments below the post; empty for nothing, absent for what it has. */
            firstComment?: string;
            /** @description Whether the post is labelled; absent for what it has. */
            isAiGenerated?: boolean;
            /** @description Is the same while the row has the same files. */
            mediaDigest: string;
            /**
             * @description Kind of the post; absent for the kind that it has.
             * @enum {string}
             */
            mediaType?: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /** @description Usernames of people in a video or story; absent for what it has. */
            peopleTagged?: string[];
            /**
             * @description The file's own name for the post, for ever; or the whole id of a post.
             * @example advent-1
             */
            ref: string;
            /**
             * Format: int64
             * @description Number of the row in its file.
             * @example 2
             */
            row: number;
            /** @description Whether to share to the linked Page too. */
            share?: boolean;
            /**
             * @description IANA name of the time zone.
             * @example Europe/Lisbon
             */
            timezone?: string;
            /**
             * @description Makes a reel a trial; empty for none, absent for what it has.
             * @enum {string}
             */
            trial?: "manual" | "performance" | "";
        };
        ImportSessionInputBody: {
            /**
             * Format: password
             * @description The cookie sessionid, a line of cookies, or a session that another program has exported as JSON.
             * @example SANDBOX-session
             */
            session: string;
        };
        ImportedRow: {
            /**
             * @description Code of why the row is refused; empty when it is not.
             * @example INVALID_SCHEDULE
             */
            code: string;
            /** @description Whether the files of the row have to be uploaded. */
            needsFiles: boolean;
            /**
             * @description What is done with the row.
             * @enum {string}
             */
            outcome: "made" | "changed" | "unchanged" | "refused";
            /**
             * Format: uuid
             * @description The post; null when there is none.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string | null;
            /**
             * @description The file's own name for the post.
             * @example advent-1
             */
            ref: string;
            /**
             * Format: int64
             * @description Number of the row in its file.
             * @example 2
             */
            row: number;
            /** @description Why the row is refused, for people; empty when it is not. */
            text: string;
            /** @description What the author may not expect. */
            warnings: components["schemas"]["Warning"][];
        };
        ImportedSession: {
            /**
             * @description What happened, for people.
             * @example The session of sandbox.native is saved.
             */
            message: string;
            /**
             * @description Who is signed in, as the network says.
             * @example sandbox.native
             */
            snUsername: string;
            /** @description A warning when Crier speaks as an outdated version of the network's app; else null. */
            versionWarning: string | null;
        };
        Item: {
            /**
             * Format: date-time
             * @description When it was deleted there; null while it is live.
             * @example 2026-11-21T09:30:00.000Z
             */
            deletedAt: string | null;
            /**
             * @description The network's id of it.
             * @example 18000000000000001
             */
            id: string;
            /**
             * @description Where: on the account, as a story with mentions, or on the linked Page.
             * @example account
             * @enum {string}
             */
            place: "account" | "story" | "page";
            /**
             * Format: date-time
             * @description When, by the sandbox's clock.
             * @example 2026-03-14T09:26:53.000Z
             */
            publishedAt: string;
        };
        KeyFile: {
            /** @description What to write into it, in base64. */
            content: string;
            /**
             * @description A name for the file.
             * @example crier-20260314.key
             */
            name: string;
        };
        LibraryFile: {
            /**
             * Format: date-time
             * @description When it was uploaded.
             * @example 2026-03-14T09:21:07.412Z
             */
            createdAt: string;
            /**
             * Format: double
             * @description How long a video lasts; null of a picture.
             * @example 12.5
             */
            durationSeconds: number | null;
            /**
             * Format: int64
             * @description Size in bytes.
             * @example 482113
             */
            fileSize: number;
            /**
             * Format: int64
             * @description Height in pixels, as it is shown; null when the file does not say.
             * @example 1350
             */
            height: number | null;
            /**
             * Format: uuid
             * @description Used as mediaFileId.
             * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            id: string;
            /**
             * @description Whether the thumbnail is a drawn card, because there is no picture of the video.
             * @example false
             */
            isCard: boolean;
            /**
             * @description Whether the author has edited it.
             * @example false
             */
            isEdited: boolean;
            /**
             * @description Whether it is a picture or a video.
             * @example image
             * @enum {string}
             */
            kind: "image" | "video";
            /**
             * @description Media type of what would be published.
             * @example image/jpeg
             */
            mimeType: string;
            /**
             * @description Name of the file as it was uploaded.
             * @example loaves.png
             */
            name: string;
            /**
             * @description Path of the file itself, as it would be published.
             * @example /uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg
             */
            previewUrl: string | null;
            /**
             * @description Path of a picture of it that is at most 540 pixels wide.
             * @example /uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg
             */
            thumbnailUrl: string | null;
            /**
             * @description The kinds of posts that it can be published as, as it is; GET /media/{id}/check says what stands in the way of the others.
             * @example [
             *       "IMAGE",
             *       "CAROUSEL",
             *       "STORIES"
             *     ]
             */
            usableAs: string[];
            /**
             * Format: int64
             * @description Width in pixels, as it is shown; null when the file does not say.
             * @example 1080
             */
            width: number | null;
        };
        LibraryPage: {
            /** @description The files that match, newest first. */
            files: components["schemas"]["LibraryFile"][];
            /**
             * @description The cursor of what comes after them; null at the end. A page may have fewer files than were asked for, even none, and a cursor.
             * @example 1773480067412.1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            next: string | null;
        };
        Limit: {
            /**
             * Format: double
             * @description The value that Crier brings: another one than value only where limits.json has set that.
             * @example 0.75
             */
            builtIn: number;
            /**
             * @description What is beyond a certain limit is refused. What is beyond another gets a warning, and the network decides.
             * @enum {string}
             */
            confidence: "certain" | "likely" | "disputed";
            /**
             * @description The month or the day on which the source was last read.
             * @example 2026-11-29
             */
            confirmed: string;
            /**
             * @description What it is about.
             * @example a picture in the feed or of a carousel, at its tallest
             */
            for: string;
            /**
             * @description Whether version 1 of the API promises it, so that limits.json cannot change it.
             * @example false
             */
            isFixed: boolean;
            /**
             * @description The name, as limits.json has it.
             * @example feed-picture-tallest
             */
            name: string;
            /**
             * @description Where the built-in value is from.
             * @example the network's reference of POST /{ig-user-id}/media, v25.0
             */
            source: string;
            /**
             * @description What the value counts.
             * @example width:height
             */
            unit: string;
            /**
             * Format: double
             * @description The value that holds.
             * @example 0.75
             */
            value: number;
        };
        Live: {
            /**
             * @description The network's id of it.
             * @example 17920238422030506
             */
            id: string;
            /**
             * @description Its address; null while the network has not named it.
             * @example https://www.instagram.com/p/DAbCdEfGhIj/
             */
            permalink: string | null;
            /**
             * @description Where.
             * @example page
             * @enum {string}
             */
            place: "instagram" | "page";
        };
        LiveInputBody: {
            /**
             * @description The address of the post at the network.
             * @example https://www.instagram.com/p/Cx1/
             */
            permalink?: string;
        };
        LocalTime: {
            /** @description The instants at which clocks show the time, earlier first. */
            instants: string[];
            /**
             * @description unique as a rule; skipped when clocks are set forward over the time, so that no clock ever shows it; repeated when they are set back, so that they show it twice.
             * @enum {string}
             */
            kind: "unique" | "skipped" | "repeated";
            /**
             * @description The wall-clock time that was asked about.
             * @example 2027-03-28T02:30:00
             */
            local: string;
            /**
             * Format: date-time
             * @description The first of the instants; for a skipped time, the instant that is as much later as clocks are set forward.
             * @example 2027-03-28T01:30:00.000Z
             */
            suggested: string;
            /**
             * @description What clocks show at the suggested instant.
             * @example 2027-03-28T03:30:00
             */
            suggestedLocal: string;
            /**
             * @description The time zone.
             * @example Europe/Berlin
             */
            timezone: string;
        };
        LogEvent: {
            /**
             * Format: date-time
             * @description When it was.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /** @description What it wrote, and what went wrong. */
            lines: string[];
            /**
             * Format: int64
             * @description Grows with each event.
             * @example 11
             */
            number: number;
            /**
             * @description How that ended.
             * @example ok
             */
            outcome: string;
            /**
             * @description Why the worker ran.
             * @example GET /v1/results 200
             */
            what: string;
        };
        LogPage: {
            /** @description Why Cloudflare told no more; null while it does. Reading from the beginning listens again. */
            ended: string | null;
            /** @description What the worker did, the earliest first: 200 at most, of which those that were read already are left out. */
            events: components["schemas"]["LogEvent"][];
            /**
             * Format: int64
             * @description The number to read from the next time.
             * @example 12
             */
            next: number;
        };
        LogSocket: {
            /**
             * Format: date-time
             * @description When Cloudflare closes it.
             * @example 2026-03-14T15:26:53.589Z
             */
            expiresAt: string;
            /**
             * @description Id of the socket, by which it is closed.
             * @example 03f4c1a2b5d64e7f8091a2b3c4d5e6f7
             */
            id: string;
            /**
             * @description Address of a WebSocket of the protocol trace-v1; anybody who has it can listen.
             * @example wss://tail.developers.workers.dev/03f4c1a2b5d64e7f8091a2b3c4d5e6f7
             */
            url: string;
        };
        LookInputBody: {
            /**
             * @description At which step alone; without it at all.
             * @example media
             * @enum {string}
             */
            step?: "account" | "token" | "media" | "rehearsal" | "limit" | "page" | "mode" | "first" | "off";
        };
        Looked: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-03-14T05:00:00.000Z
             */
            at: string;
            /**
             * Format: int64
             * @description How large they are.
             * @example 1800000000
             */
            bytes: number;
            /**
             * @description How to name it.
             * @example backup-upload-1847205963
             */
            file: string;
            /**
             * Format: int64
             * @description How many files are in it.
             * @example 215
             */
            files: number;
            /**
             * @description Whether the key is in it, under a passphrase.
             * @example false
             */
            hasKey: boolean;
            /**
             * @description Whether the pictures and videos are in it.
             * @example true
             */
            hasMedia: boolean;
            /**
             * @description Whether it is of this data folder.
             * @example true
             */
            isOwn: boolean;
            /**
             * @description Of a checked one, whether the key opens the tokens and passwords in it: none says that there are none, missing that the key was not given. Empty for one that is not checked.
             * @example opens
             * @enum {string}
             */
            key: "opens" | "none" | "missing" | "";
            /**
             * @description The version of Crier that made it.
             * @example 4.4.0
             */
            version: string;
        };
        MakeRequest: {
            /** @description Puts the key of the tokens and passwords into the backup, under this passphrase. */
            passphrase?: string;
        };
        MediaEdits: {
            /** @description Of a video that is to be edited or converted: how far that is, or why it failed; absent once it is done. */
            conversion?: components["schemas"]["Conversion"];
            /** @description How the file is edited; absent while it is published as it was uploaded. */
            edits?: components["schemas"]["Spec"];
            /** @description The file. Its sides and ratio are those of what is published. */
            mediaFile: components["schemas"]["MediaFile"];
            /** @description Characters of the texts that no font of this machine has: they were left out. Told when the file is edited; at most 20. */
            missing: string[];
        };
        MediaFile: {
            /**
             * @description Ratio of width to height as text, such as 9:16.
             * @example 4:5
             */
            aspectRatio: string | null;
            /**
             * Format: date-time
             * @description When the file was uploaded.
             * @example 2026-03-14T09:21:07.412Z
             */
            createdAt: string;
            /**
             * Format: double
             * @description Duration in seconds; videos only.
             */
            durationSeconds: number | null;
            /**
             * Format: int64
             * @description Size of the stored file in bytes.
             * @example 482113
             */
            fileSize: number;
            /**
             * Format: int64
             * @description Height in pixels of what is published, as it is shown.
             * @example 1350
             */
            height: number | null;
            /**
             * Format: uuid
             * @description Used as mediaFileId in publishing calls.
             * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            id: string;
            /**
             * @description Whether the file can be published at all; validationErrors says why not.
             * @example true
             */
            isValid: boolean;
            /**
             * @description Media type of the stored file.
             * @example image/jpeg
             */
            mimeType: string;
            /**
             * @description Name of the file as it was uploaded.
             * @example loaves.png
             */
            originalFilename: string;
            /**
             * @description Path at which this machine serves the file.
             * @example /uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg
             */
            previewUrl: string | null;
            /** @description Path under uploads/ of what is published in place of the stored file, once that has been edited, mended or converted; null until then. */
            processedPath: string | null;
            /** @description Address from which the network fetches the file, once it has been made public. */
            publicUrl: string | null;
            /**
             * @description Path under uploads/; not a URL.
             * @example images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg
             */
            storagePath: string;
            /**
             * @description Path of the thumbnail under uploads/.
             * @example thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg
             */
            thumbnailPath: string | null;
            /**
             * @description Path at which this machine serves the thumbnail.
             * @example /uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg
             */
            thumbnailPreviewUrl: string | null;
            /**
             * @description Path at which this machine serves the thumbnail.
             * @example /uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg
             */
            thumbnailUrl: string | null;
            /** @description JSON array of sentences that say why the file cannot be published, each with the figure, the limit and what to do. Of a valid file it says what was left out of it, such as all but the first picture of an animation; null when there is nothing to say. */
            validationErrors: string | null;
            /**
             * Format: int64
             * @description Width in pixels of what is published, as it is shown.
             * @example 1080
             */
            width: number | null;
        };
        MediaIDs: {
            /** @description The ids that begin so, in their order; at most 10. */
            ids: string[];
        };
        MediaRequest: {
            /**
             * @description From where the network fetches the files of posts.
             * @example worker
             * @enum {string}
             */
            from: "worker" | "bucket";
        };
        MediaStatus: {
            /**
             * Format: int64
             * @description How many bytes they have.
             * @example 48000000
             */
            bytes: number;
            /**
             * Format: date-time
             * @description When the worker was last found to serve files; null when it never was.
             * @example 2026-11-21T09:30:00.000Z
             */
            checkedAt: string | null;
            /**
             * Format: int64
             * @description How many files the worker has, as of usageReadAt.
             * @example 12
             */
            files: number;
            /**
             * @description From where the network fetches the files of posts; null while there is no place.
             * @example worker
             * @enum {string|null}
             */
            from: "worker" | "bucket" | null;
            /**
             * Format: int64
             * @description How many they may have; 0 while the worker has not said.
             * @example 4800000000
             */
            maxBytes: number;
        };
        MediaUses: {
            /** @description The drafts and posts that have the file, the newest first; at most 50. */
            posts: components["schemas"]["PostSummary"][];
            /**
             * Format: int64
             * @description How many there are.
             * @example 1
             */
            total: number;
        };
        NetworkLimits: {
            /** @description Every limit, with its value, its source and how sure it is. */
            limits: components["schemas"]["Limit"][];
            /**
             * @description What limits.json in the data folder has that cannot hold, as sentences; empty when all of it holds.
             * @example []
             */
            problems: string[];
        };
        NetworkMode: {
            /**
             * @description Whether the other one can be chosen here. A flag and a variable win.
             * @example true
             */
            changeable: boolean;
            /**
             * @description What has decided that: a flag of crier serve, its variable, what somebody has chosen, or nobody.
             * @example setting
             * @enum {string}
             */
            decidedBy: "flag" | "environment" | "setting" | "default";
            /**
             * @description The network that posts go to.
             * @example sandbox
             * @enum {string}
             */
            mode: "sandbox" | "live";
            /**
             * @description One sentence about what decides, and what to do to change that.
             * @example The sandbox was chosen here, and can be left here.
             */
            says: string;
        };
        NotificationRequest: {
            /**
             * @description How messages are sent: as ntfy takes them, or as JSON; left out, ntfy for a host that is called so.
             * @example ntfy
             * @enum {string}
             */
            kind?: "ntfy" | "webhook";
            /**
             * Format: password
             * @description A topic of ntfy, or a webhook that takes JSON; https only. It is stored sealed and never returned.
             * @example https://ntfy.sh/crier-k3wq7mzx
             */
            url: string;
        };
        NotificationTest: {
            /** @description Whether the address took the worker's test message. */
            delivered: boolean;
            /**
             * @description Host of the address.
             * @example ntfy.sh
             */
            host: string;
            /**
             * @description How messages are sent.
             * @example ntfy
             */
            kind: string;
            /** @description Why it did not; null when it did. */
            problem: string | null;
        };
        Overview: {
            /**
             * Format: date-time
             * @description When the last automatic one failed; null when it did not.
             * @example 2026-11-21T09:30:00.000Z
             */
            failedAt: string | null;
            /** @description Why it failed. */
            failedFor: string;
            /** @description The backups of this data folder, newest first. */
            files: components["schemas"]["Stored"][];
            /**
             * @description Where the backups are.
             * @example /home/mara/.local/share/crier/backups
             */
            folder: string;
            /**
             * @description Whether that is in the data folder, on the same disk.
             * @example true
             */
            isBeside: boolean;
            /**
             * Format: date-time
             * @description When the next automatic one is due; null when they are switched off.
             * @example 2026-03-15T05:00:00.000Z
             */
            next: string | null;
            /** @description Why the backups cannot be listed, empty otherwise. */
            problem: string;
            /** @description The last restore that was asked for here; absent when there was none. */
            restored?: components["schemas"]["Restored"];
        };
        Pad: {
            /**
             * @description The colour, as #rrggbb; white by default.
             * @example #ffffff
             */
            color?: string;
            /**
             * @description What is added: a colour, or a blurred copy of the picture.
             * @enum {string}
             */
            fill: "color" | "blur";
            /**
             * @description The ratio of width to height in the end, from 1:10 to 10:1.
             * @example 4:5
             */
            ratio: string;
        };
        PlannedDraft: {
            /**
             * Format: uuid
             * @description The account to publish for, one of GET /auth/me.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /**
             * @description Description of the picture for those who do not see it; only on IMAGE.
             * @example Three round loaves of rye bread on a wooden board
             */
            altText?: string | null;
            /**
             * @description Descriptions of the pictures of a CAROUSEL for those who do not see them, by their positions, each at most 1000 characters; an empty text for none, as for a video.
             * @example [
             *       "Three round loaves of rye bread",
             *       "The oven, seen from below"
             *     ]
             */
            altTexts?: string[] | null;
            /**
             * @description The text of the post, hashtags included, at most 2200 characters. Counted are Unicode code points, as everywhere: an é is one or two, an emoji one or several.
             * @example Fresh from the oven: our spring rye. #bakery #sourdough
             */
            caption?: string | null;
            /**
             * @description Usernames of co-authors, at most 3; not on STORIES.
             * @example [
             *       "flour.and.stone"
             *     ]
             */
            collaborators?: string[] | null;
            /**
             * Format: uuid
             * @description The picture that the reel has as its cover, by its id from POST /media/upload; only on REELS, and not with thumbOffsetMs.
             * @example 9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e
             */
            coverMediaFileId?: string | null;
            /** @description Share to the linked Page too. The account must have been connected with one; not on CAROUSEL. */
            crossPostToPartner?: boolean | null;
            /**
             * @description What the account comments below the post once it is published, at most 2200 characters; not on STORIES. The post stays PUBLISHED whatever becomes of it.
             * @example Which loaf shall we bake next?
             */
            firstComment?: string | null;
            /** @description Whether the network labels the post as made with artificial intelligence. */
            isAiGenerated?: boolean | null;
            /**
             * @description Id of a place at the network.
             * @example 213385402
             */
            locationId?: string | null;
            /**
             * @description Name of that place.
             * @example Lisbon, Portugal
             */
            locationName?: string | null;
            /**
             * Format: uuid
             * @description The file, by its id from POST /media/upload; required for IMAGE, REELS and STORIES.
             * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            mediaFileId?: string | null;
            /** @description The files of a CAROUSEL in their order, 2 to 10; only on CAROUSEL. */
            mediaFileIds?: string[] | null;
            /**
             * @description Kind of the post: a picture, a short video, a story or several files.
             * @enum {string}
             */
            mediaType: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /**
             * @description Usernames of people in the video or story, at most 20; only on REELS and STORIES. People in pictures of the feed have a place, and are in userTags.
             * @example [
             *       "potter"
             *     ]
             */
            peopleTagged?: string[] | null;
            /**
             * Format: date-time
             * @description For when the draft is planned; nothing is published then. The past is taken too.
             * @example 2026-12-17T09:00:00+01:00
             */
            plannedFor?: string | null;
            /** @description Whether the reel is to be on the account's grid and in the feed too, and not only among its reels; only on REELS. Absent leaves it to the network. */
            shareToFeed?: boolean | null;
            /** @description Mention stickers; only on STORIES, and needs native-story credentials. */
            storyMentions?: components["schemas"]["StoryMention"][] | null;
            /**
             * Format: int64
             * @description The moment of the reel that is its cover, in milliseconds from its beginning; only on REELS, and not with coverMediaFileId.
             * @example 2500
             */
            thumbOffsetMs?: number | null;
            /**
             * @description IANA name of the time zone, stored beside the plan; UTC without one.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /**
             * @description Makes the reel a trial, which only people who do not follow the account see at first: manual until somebody shows it to all in the network's own app, performance until it does well. Only on REELS.
             * @enum {string|null}
             */
            trial?: "manual" | "performance" | null;
            /** @description People in the picture; only on IMAGE and CAROUSEL. */
            userTags?: components["schemas"]["UserTag"][] | null;
        };
        Post: {
            /**
             * @description Description of the picture for those who do not see it.
             * @example Three round loaves of rye bread on a wooden board
             */
            altText: string | null;
            /** @description Descriptions of the pictures of a carousel by their positions. */
            altTexts: string[] | null;
            /** @description Key of the media in the bucket, for posts in the cloud worker. */
            bucketMediaKey: string | null;
            /**
             * @description The text of the post.
             * @example Fresh from the oven: our spring rye. #bakery #sourdough
             */
            caption: string | null;
            /** @description Id in the cloud worker. */
            cloudJobId: string | null;
            /** @description JSON text: an array of usernames, at most 3. */
            collaborators: string | null;
            /**
             * Format: uuid
             * @description The picture that the reel has as its cover.
             * @example 9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e
             */
            coverMediaFileId: string | null;
            /**
             * Format: date-time
             * @description When the post was made.
             * @example 2026-03-14T09:26:39.004Z
             */
            createdAt: string;
            /** @description Whether the post is to be shared to the linked Page. */
            crossPostToPartner: boolean;
            /**
             * @description Why the post failed, as a code of the error catalogue; null while nothing did.
             * @enum {string|null}
             */
            errorCode: "AUTH_REQUIRED" | "AUTH_INVALID_KEY" | "TOKEN_INVALID" | "TOKEN_EXPIRED" | "AUTH_FAILED" | "COOKIE_AUTH_REQUIRED" | "SETUP_LOCKED" | "VALIDATION_ERROR" | "MISSING_PARAM" | "INVALID_PARAM" | "INVALID_CODE" | "INVALID_STATUS" | "INVALID_SCHEDULE" | "INVALID_TAGS" | "INVALID_MENTIONS" | "INVALID_COLLABORATORS" | "INVALID_CROSS_POST" | "INVALID_MEDIA_TYPE" | "INVALID_CAROUSEL" | "INVALID_WORKER_KEY" | "NOT_FOUND" | "MEDIA_INVALID" | "NO_MEDIA_ID" | "UPLOAD_ERROR" | "PROCESSING_FAILED" | "VIDEO_PROCESSING_FAILED" | "RATE_LIMITED" | "LOGIN_RATE_LIMITED" | "STORIES_CANNOT_DELETE" | "PRIVATE_API_REQUIRED" | "LOGIN_FAILED" | "TWO_FACTOR_REQUIRED" | "NO_ACTIVE_SESSION" | "MISSING_ACCOUNT_ID" | "CREDENTIALS_NOT_CONFIGURED" | "ALREADY_REPOSTED" | "REPOST_IN_PROGRESS" | "INVALID_STATE" | "REPOST_FAILED" | "CLOUD_NOT_CONFIGURED" | "NOT_CONFIGURED" | "BUCKET_NOT_CONFIGURED" | "TOKEN_REQUIRED" | "WORKER_UNREACHABLE" | "SYNC_FAILED" | "ENCRYPTION_KEY_MISMATCH" | "WORKER_DEPLOY_FAILED" | "CLOUD_ERROR" | "UNKNOWN_ERROR" | "INTERNAL_ERROR" | null;
            /** @description Why the post failed, for people. A PUBLISHED post has one when only the first comment or the share to the Page failed, or when the network left mentions out of a story. */
            errorMessage: string | null;
            /**
             * @description What the account comments below the post once it is published.
             * @example Which loaf shall we bake next?
             */
            firstComment: string | null;
            /**
             * @description The network's id of the first comment; null while it is not known.
             * @example 17870913679156914
             */
            firstCommentId: string | null;
            /**
             * @description What became of the first comment of a PUBLISHED post: it is being posted, it is posted, it is not, or it may be and the network does not show it, as its filters hide comments; null before, and without a first comment.
             * @example MADE
             * @enum {string|null}
             */
            firstCommentState: "PENDING" | "MADE" | "NOT_MADE" | "NOT_SEEN" | null;
            /** @description Unused; hashtags are part of the caption. */
            hashtags: string | null;
            /**
             * Format: uuid
             * @description Id of the post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            id: string;
            /** @description Whether the network labels the post as made with artificial intelligence. */
            isAiGenerated: boolean | null;
            /** @description Whether the post waits, or waited, for a time. */
            isScheduled: boolean;
            /**
             * Format: date-time
             * @description When publishing was last tried.
             * @example 2026-03-14T09:26:41.120Z
             */
            lastAttemptAt: string | null;
            /**
             * @description Id of a place at the network.
             * @example 213385402
             */
            locationId: string | null;
            /**
             * @description Name of the place.
             * @example Lisbon, Portugal
             */
            locationName: string | null;
            /** @description The files of the post in their order, without deleted ones. */
            mediaFiles: components["schemas"]["MediaFile"][];
            /**
             * @description Kind of the post.
             * @enum {string}
             */
            mediaType: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /** @description Address of the post on the Page. */
            partnerPermalink: string | null;
            /** @description Id of the post on the Page. */
            partnerPostId: string | null;
            /** @description Usernames of people in the video or story. */
            peopleTagged: string[] | null;
            /**
             * Format: date-time
             * @description When the post was published; null before.
             * @example 2026-03-14T09:26:53.589Z
             */
            publishedAt: string | null;
            /** @description Whether the post went out by the native-story way. */
            publishedViaPrivateApi: boolean;
            /**
             * Format: int64
             * @description Automatic attempts after the first.
             */
            retryCount: number;
            /**
             * Format: date-time
             * @description The time that the post is scheduled for; null when it is none.
             * @example 2026-11-21T09:30:00.000Z
             */
            scheduledFor: string | null;
            /** @description Whether the reel is to be on the account's grid and in the feed too; null leaves it to the network. */
            shareToFeed: boolean | null;
            /**
             * @description The network's id of the prepared post.
             * @example 17889455560051444
             */
            snContainerId: string | null;
            /**
             * @description The network's id of the published post.
             * @example 17920238422030506
             */
            snMediaId: string | null;
            /**
             * @description Address of the published post.
             * @example https://www.instagram.com/p/DAbCdEfGhIj/
             */
            snPermalink: string | null;
            /**
             * Format: uuid
             * @description The account that the post belongs to.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            socialAccountId: string;
            /**
             * @description How the post came to be.
             * @enum {string}
             */
            sourceType: "MANUAL" | "SCHEDULED" | "STORY_REPOST" | "AUTO_REPOST";
            /**
             * @description Where the post stands. PUBLISHED and FAILED are where polling stops.
             * @example PUBLISHED
             * @enum {string}
             */
            status: "DRAFT" | "SCHEDULED" | "QUEUED" | "PROCESSING" | "PUBLISHING" | "PUBLISHED" | "FAILED";
            /** @description JSON text: an array of StoryMention. */
            storyMentions: string | null;
            /**
             * Format: int64
             * @description The moment of the reel that is its cover, in milliseconds.
             * @example 2500
             */
            thumbOffsetMs: number | null;
            /**
             * @description IANA name of the time zone that the post was planned in.
             * @example UTC
             */
            timezone: string;
            /**
             * @description How the trial reel comes to be shown to everybody; null for an ordinary one.
             * @enum {string|null}
             */
            trial: "manual" | "performance" | null;
            /**
             * Format: date-time
             * @description When the post last changed.
             * @example 2026-03-14T09:26:53.589Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The one user.
             * @example 5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51
             */
            userId: string;
            /**
             * @description JSON text: an array of UserTag.
             * @example [{"username":"potter","x":0.4,"y":0.6}]
             */
            userTags: string | null;
            /**
             * @description Only in the answer of PUT /schedule/{id}: what the author may not expect of the post as it now is, and what of the request changed nothing. Absent when there is nothing to say.
             * @example []
             */
            warnings?: components["schemas"]["Warning"][];
        };
        PostChange: {
            /**
             * Format: uuid
             * @description The account to publish for.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            accountId?: string;
            /** @description Description of the picture for those who do not see it; only on IMAGE. Null clears it. */
            altText?: string | null;
            /** @description Descriptions of the pictures of a CAROUSEL by their positions, in place of those before. */
            altTexts?: string[] | null;
            /** @description The text of the post, at most 2200 characters, which are Unicode code points; null clears it. */
            caption?: string | null;
            /** @description Usernames of co-authors, in place of those before; not on STORIES. */
            collaborators?: string[] | null;
            /**
             * Format: uuid
             * @description The picture that the reel has as its cover; only on REELS, and not with thumbOffsetMs. Null removes it.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            coverMediaFileId?: string | null;
            /** @description Whether to share to the linked Page too; not on CAROUSEL. */
            crossPostToPartner?: boolean | null;
            /** @description What the account comments below the post once it is published; not on STORIES. Null clears it. */
            firstComment?: string | null;
            /** @description Whether the network labels the post as made with artificial intelligence. Null takes it back. */
            isAiGenerated?: boolean | null;
            /** @description Id of a place at the network; null clears it. */
            locationId?: string | null;
            /** @description Name of that place; null clears it. */
            locationName?: string | null;
            /**
             * Format: uuid
             * @description The file of an IMAGE, REELS or STORIES; null removes it.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            mediaFileId?: string | null;
            /** @description The files of a CAROUSEL, 2 to 10, in place of those before; null removes them. */
            mediaFileIds?: string[] | null;
            /**
             * @description Kind of the post. A change between CAROUSEL and another kind drops the files, unless the request names them.
             * @enum {string}
             */
            mediaType?: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /** @description Usernames of people in the video or story, in place of those before; only on REELS and STORIES. */
            peopleTagged?: string[] | null;
            /**
             * Format: date-time
             * @description For when a draft is planned; null for no time. Not for a scheduled post.
             * @example 2026-12-17T09:00:00+01:00
             */
            plannedFor?: string | null;
            /**
             * Format: date-time
             * @description The new time of a scheduled post, strictly in the future, with any offset; not for a draft, which POST /schedule schedules.
             * @example 2026-12-24T10:00:00+01:00
             */
            scheduledFor?: string;
            /** @description Whether the reel is to be on the account's grid and in the feed too; only on REELS. Null leaves it to the network. */
            shareToFeed?: boolean | null;
            /** @description Mention stickers, in place of those before; only on STORIES. */
            storyMentions?: components["schemas"]["StoryMention"][] | null;
            /**
             * Format: int64
             * @description The moment of the reel that is its cover, in milliseconds; only on REELS, and not with coverMediaFileId. Null removes it.
             */
            thumbOffsetMs?: number | null;
            /**
             * @description IANA name of the time zone, stored beside the time or the plan.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description Makes the reel a trial; only on REELS. Null makes it an ordinary one.
             * @enum {string|null}
             */
            trial?: "manual" | "performance" | null;
            /** @description People in the picture, in place of those before; only on IMAGE and CAROUSEL. */
            userTags?: components["schemas"]["UserTag"][] | null;
        };
        PostChangedMeanwhile: {
            /**
             * @description Always the same.
             * @example CHANGED_MEANWHILE
             * @enum {string}
             */
            code: "CHANGED_MEANWHILE";
            /**
             * @description What went wrong, for people.
             * @example the post was changed at 2026-12-01T10:00:00.000Z, after it was read here; read it again, or keep your change by sending it with that time
             */
            error: string;
            /** @description The post as it is now. Nothing of the change was made. */
            post: components["schemas"]["EditablePost"];
            /**
             * Format: int64
             * @description The HTTP status of the answer.
             * @example 412
             * @enum {integer}
             */
            status: 412;
        };
        PostFailures: {
            /** @description The groups, that with the latest post first; at most 100. */
            groups: components["schemas"]["FailureGroup"][];
        };
        PostIDs: {
            /** @description The ids that begin so, in their order; at most 10. */
            ids: string[];
        };
        PostRange: {
            /** @description Every day of the range, in order. */
            days: components["schemas"]["CalendarDay"][];
            /**
             * @description The time zone whose days these are.
             * @example Europe/Berlin
             */
            timezone: string;
        };
        PostSummaries: {
            /** @description Those of the posts that there are, in no order. */
            posts: components["schemas"]["PostSummary"][];
        };
        PostSummary: {
            /**
             * Format: uuid
             * @description The account that the post belongs to.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /**
             * Format: date-time
             * @description The instant at which a calendar shows the post: when it was published, is scheduled for, is planned for, or failed; null for a draft without a plan.
             * @example 2026-12-24T08:00:00.000Z
             */
            at: string | null;
            /**
             * @description The first 120 characters of the caption; empty without one.
             * @example Fresh from the oven: our spring rye.
             */
            caption: string;
            /**
             * Format: date-time
             * @description When the post was made.
             * @example 2026-12-01T10:00:00.000Z
             */
            createdAt: string;
            /**
             * @description What of a post that has ended may be live without Crier knowing it: a FAILED post itself, or the share of a PUBLISHED one.
             * @example none
             * @enum {string}
             */
            doubt: "none" | "may_be_live" | "may_be_on_page";
            /**
             * @description Code of why the post failed, or of what went wrong with one that was published; null when nothing did.
             * @example TOKEN_EXPIRED
             * @enum {string|null}
             */
            errorCode: "AUTH_REQUIRED" | "AUTH_INVALID_KEY" | "TOKEN_INVALID" | "TOKEN_EXPIRED" | "AUTH_FAILED" | "COOKIE_AUTH_REQUIRED" | "SETUP_LOCKED" | "VALIDATION_ERROR" | "MISSING_PARAM" | "INVALID_PARAM" | "INVALID_CODE" | "INVALID_STATUS" | "INVALID_SCHEDULE" | "INVALID_TAGS" | "INVALID_MENTIONS" | "INVALID_COLLABORATORS" | "INVALID_CROSS_POST" | "INVALID_MEDIA_TYPE" | "INVALID_CAROUSEL" | "INVALID_WORKER_KEY" | "NOT_FOUND" | "MEDIA_INVALID" | "NO_MEDIA_ID" | "UPLOAD_ERROR" | "PROCESSING_FAILED" | "VIDEO_PROCESSING_FAILED" | "RATE_LIMITED" | "LOGIN_RATE_LIMITED" | "STORIES_CANNOT_DELETE" | "PRIVATE_API_REQUIRED" | "LOGIN_FAILED" | "TWO_FACTOR_REQUIRED" | "NO_ACTIVE_SESSION" | "MISSING_ACCOUNT_ID" | "CREDENTIALS_NOT_CONFIGURED" | "ALREADY_REPOSTED" | "REPOST_IN_PROGRESS" | "INVALID_STATE" | "REPOST_FAILED" | "CLOUD_NOT_CONFIGURED" | "NOT_CONFIGURED" | "BUCKET_NOT_CONFIGURED" | "TOKEN_REQUIRED" | "WORKER_UNREACHABLE" | "SYNC_FAILED" | "ENCRYPTION_KEY_MISMATCH" | "WORKER_DEPLOY_FAILED" | "CLOUD_ERROR" | "UNKNOWN_ERROR" | "INTERNAL_ERROR" | null;
            /**
             * @description What heldCode or errorCode means, for people.
             * @example the access token of sandbox.bakery expired; connect the account again
             */
            errorMessage: string | null;
            /**
             * @description Whether it is a story with mentions.
             * @example false
             */
            hasMentions: boolean;
            /**
             * @description Code of what keeps a waiting post back; null when nothing does.
             * @example WORKER_UNREACHABLE
             * @enum {string|null}
             */
            heldCode: "AUTH_REQUIRED" | "AUTH_INVALID_KEY" | "TOKEN_INVALID" | "TOKEN_EXPIRED" | "AUTH_FAILED" | "COOKIE_AUTH_REQUIRED" | "SETUP_LOCKED" | "VALIDATION_ERROR" | "MISSING_PARAM" | "INVALID_PARAM" | "INVALID_CODE" | "INVALID_STATUS" | "INVALID_SCHEDULE" | "INVALID_TAGS" | "INVALID_MENTIONS" | "INVALID_COLLABORATORS" | "INVALID_CROSS_POST" | "INVALID_MEDIA_TYPE" | "INVALID_CAROUSEL" | "INVALID_WORKER_KEY" | "NOT_FOUND" | "MEDIA_INVALID" | "NO_MEDIA_ID" | "UPLOAD_ERROR" | "PROCESSING_FAILED" | "VIDEO_PROCESSING_FAILED" | "RATE_LIMITED" | "LOGIN_RATE_LIMITED" | "STORIES_CANNOT_DELETE" | "PRIVATE_API_REQUIRED" | "LOGIN_FAILED" | "TWO_FACTOR_REQUIRED" | "NO_ACTIVE_SESSION" | "MISSING_ACCOUNT_ID" | "CREDENTIALS_NOT_CONFIGURED" | "ALREADY_REPOSTED" | "REPOST_IN_PROGRESS" | "INVALID_STATE" | "REPOST_FAILED" | "CLOUD_NOT_CONFIGURED" | "NOT_CONFIGURED" | "BUCKET_NOT_CONFIGURED" | "TOKEN_REQUIRED" | "WORKER_UNREACHABLE" | "SYNC_FAILED" | "ENCRYPTION_KEY_MISMATCH" | "WORKER_DEPLOY_FAILED" | "CLOUD_ERROR" | "UNKNOWN_ERROR" | "INTERNAL_ERROR" | null;
            /**
             * Format: uuid
             * @description Id of the post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            id: string;
            /**
             * @description Whether the caption goes on.
             * @example false
             */
            isCaptionCut: boolean;
            /**
             * @description Whether it is shared to the linked Page.
             * @example false
             */
            isShared: boolean;
            /**
             * Format: int64
             * @description How long after its time the post was published, or has waited by now; 0 for one that is not late.
             * @example 0
             */
            lateSeconds: number;
            /**
             * @description What clocks show at that instant in the time zone that was asked for; null without one.
             * @example 2026-12-24T09:00:00
             */
            localTime: string | null;
            /**
             * Format: int64
             * @description How many of its files have been deleted.
             * @example 0
             */
            lostMedia: number;
            /**
             * Format: int64
             * @description How many files the post has.
             * @example 1
             */
            mediaCount: number;
            /**
             * @description Kind of the post.
             * @enum {string}
             */
            mediaType: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /**
             * @description Who publishes the post, or did: this program or the cloud worker.
             * @enum {string}
             */
            owner: "local" | "cloud";
            /**
             * @description Address of the published post.
             * @example https://www.instagram.com/p/DAbCdEfGhIj/
             */
            permalink: string | null;
            /**
             * @description The first thing that a draft or a scheduled post would fail for if it were published as it is, for people; null when nothing is known, and for any other post. POST /posts/preflight says all of it.
             * @example The picture is 1080 by 1920 pixels, a ratio of 0.56; feed pictures take 0.75 (3:4) to 1.91 (1.91:1): crop it, pad it, or publish it as a story.
             */
            problem: string | null;
            /**
             * Format: date-time
             * @description The time that the post is, or was, scheduled for.
             * @example 2026-12-24T08:00:00.000Z
             */
            scheduledFor: string | null;
            /**
             * @description Where the post stands.
             * @example SCHEDULED
             * @enum {string}
             */
            status: "DRAFT" | "SCHEDULED" | "QUEUED" | "PROCESSING" | "PUBLISHING" | "PUBLISHED" | "FAILED";
            /**
             * @description Path of the thumbnail of the first file that there is; null without one.
             * @example /uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg
             */
            thumbnailUrl: string | null;
            /**
             * @description IANA name of the time zone that the post was planned in.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * Format: date-time
             * @description When the post last changed; If-Match of PUT /posts/{id}.
             * @example 2026-12-01T10:00:00.000Z
             */
            updatedAt: string;
            /** @description Codes of what the author may not expect of a post that is not published yet; POST /posts/preflight says more. */
            warnings: string[];
        };
        Preflight: {
            /** @description What the post would be refused for, or would fail for, all of it; empty for a post that is accepted. */
            problems: components["schemas"]["Finding"][];
            /** @description What the author may not expect of it. */
            warnings: components["schemas"]["Finding"][];
        };
        PreflightRequest: {
            /**
             * Format: uuid
             * @description The account to publish for, one of GET /auth/me.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /**
             * @description Description of the picture for those who do not see it.
             * @example Three round loaves of rye bread on a wooden board
             */
            altText?: string | null;
            /**
             * @description Descriptions of the pictures of a CAROUSEL by their positions.
             * @example [
             *       "Three round loaves of rye bread"
             *     ]
             */
            altTexts?: string[] | null;
            /**
             * @description The text of the post.
             * @example Fresh from the oven: our spring rye. #bakery #sourdough
             */
            caption?: string | null;
            /**
             * @description Usernames of co-authors.
             * @example [
             *       "flour.and.stone"
             *     ]
             */
            collaborators?: string[] | null;
            /**
             * Format: uuid
             * @description The picture that the reel has as its cover, by its id from POST /media/upload; only on REELS, and not with thumbOffsetMs.
             * @example 9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e
             */
            coverMediaFileId?: string | null;
            /** @description Share to the linked Page too. The account must have been connected with one; not on CAROUSEL. */
            crossPostToPartner?: boolean | null;
            /**
             * @description What the account comments below the post once it is published.
             * @example Which loaf shall we bake next?
             */
            firstComment?: string | null;
            /** @description Whether the network labels the post as made with artificial intelligence. */
            isAiGenerated?: boolean | null;
            /**
             * @description Id of a place at the network.
             * @example 213385402
             */
            locationId?: string | null;
            /**
             * @description Name of that place.
             * @example Lisbon, Portugal
             */
            locationName?: string | null;
            /**
             * Format: uuid
             * @description The file, by its id from POST /media/upload; required for IMAGE, REELS and STORIES.
             * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            mediaFileId?: string | null;
            /** @description The files of a CAROUSEL in their order. */
            mediaFileIds?: string[] | null;
            /**
             * @description Kind of the post: a picture, a short video, a story or several files.
             * @enum {string}
             */
            mediaType: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /**
             * @description Usernames of people in the video or story.
             * @example [
             *       "potter"
             *     ]
             */
            peopleTagged?: string[] | null;
            /**
             * Format: uuid
             * @description The post that this is already, which is compared with others alone.
             * @example 6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918
             */
            postId?: string | null;
            /**
             * Format: date-time
             * @description When it is to be published; absent for at once.
             * @example 2026-12-24T09:00:00+01:00
             */
            scheduledFor?: string | null;
            /** @description Whether the reel is to be on the account's grid and in the feed too, and not only among its reels; only on REELS. Absent leaves it to the network. */
            shareToFeed?: boolean | null;
            /** @description Mention stickers. */
            storyMentions?: components["schemas"]["StoryMention"][] | null;
            /**
             * Format: int64
             * @description The moment of the reel that is its cover, in milliseconds from its beginning; only on REELS, and not with coverMediaFileId.
             * @example 2500
             */
            thumbOffsetMs?: number | null;
            /**
             * @description Makes the reel a trial, which only people who do not follow the account see at first: manual until somebody shows it to all in the network's own app, performance until it does well. Only on REELS.
             * @enum {string|null}
             */
            trial?: "manual" | "performance" | null;
            /** @description People in the picture. */
            userTags?: components["schemas"]["UserTag"][] | null;
        };
        ProblemCheck: {
            /**
             * @description What the file has, as half a sentence.
             * @example the picture is 1080 by 1920 pixels, a ratio of 0.56
             */
            figure: string;
            /** @description What Crier can do about it; empty when only another file helps. */
            fixes: components["schemas"]["Fix"][];
            /**
             * @description What is taken.
             * @example 0.75 (3:4) to 1.91 (1.91:1)
             */
            limit: string;
            /** @description The figure, the limit and what to do. */
            message: string;
            /**
             * @description Name of the rule.
             * @example aspect-ratio
             */
            rule: string;
        };
        Proof: {
            /** @description Each such call, those for a Page and a first comment too, in order. The timeline has the other calls. */
            attempts: components["schemas"]["Attempt"][];
            /**
             * Format: int64
             * @description How many calls were sent that were to make the post visible on the account; those for a linked Page and for a first comment are not counted.
             * @example 1
             */
            publishCalls: number;
        };
        PublishCall: {
            /**
             * @description The prepared post.
             * @example 17889455560051444
             */
            containerId: string;
            /**
             * @description What came of the call in the sandbox, whatever its answer said.
             * @example published
             */
            outcome: string;
        };
        QuarantineRelease: {
            /**
             * @description Why: the folder is older than what was done with it, it comes from another machine, another copy of it is in use, it was restored from a backup, or the cloud worker is ahead of it; null without a quarantine.
             * @example older
             * @enum {string|null}
             */
            cause: "older" | "machine" | "copy" | "restored" | "worker" | null;
            /**
             * @description Whether posts are held.
             * @example true
             */
            isQuarantined: boolean;
            /**
             * @description Why the mark outside the data folder cannot be written; empty while it can. Without the mark Crier cannot notice that the folder was put back to an earlier time.
             * @example
             */
            markProblem: string;
            /**
             * Format: int64
             * @description How many posts somebody has to decide about.
             * @example 1
             */
            open: number;
            /** @description The posts that are held, those to decide about first; at most 1,000. */
            posts: components["schemas"]["HeldPost"][];
            /**
             * @description Why, for people; empty without a quarantine.
             * @example this data folder is older than what has been done with it
             */
            reason: string;
            /**
             * Format: int64
             * @description How many posts the request released.
             * @example 1
             */
            released: number;
            /**
             * @description What is known of another copy of the folder that is in use now; empty when nothing is.
             * @example
             */
            rival: string;
            /**
             * Format: date-time
             * @description Since when; null without a quarantine.
             * @example 2026-03-14T09:26:53.120Z
             */
            since: string | null;
            /**
             * Format: date-time
             * @description Until when the folder knows what was done; null without a quarantine.
             * @example 2026-03-13T22:00:00.000Z
             */
            takenAt: string | null;
        };
        QuarantineStatus: {
            /**
             * @description Why: the folder is older than what was done with it, it comes from another machine, another copy of it is in use, it was restored from a backup, or the cloud worker is ahead of it; null without a quarantine.
             * @example older
             * @enum {string|null}
             */
            cause: "older" | "machine" | "copy" | "restored" | "worker" | null;
            /**
             * @description Whether posts are held.
             * @example true
             */
            isQuarantined: boolean;
            /**
             * @description Why the mark outside the data folder cannot be written; empty while it can. Without the mark Crier cannot notice that the folder was put back to an earlier time.
             * @example
             */
            markProblem: string;
            /**
             * Format: int64
             * @description How many posts somebody has to decide about.
             * @example 1
             */
            open: number;
            /** @description The posts that are held, those to decide about first; at most 1,000. */
            posts: components["schemas"]["HeldPost"][];
            /**
             * @description Why, for people; empty without a quarantine.
             * @example this data folder is older than what has been done with it
             */
            reason: string;
            /**
             * @description What is known of another copy of the folder that is in use now; empty when nothing is.
             * @example
             */
            rival: string;
            /**
             * Format: date-time
             * @description Since when; null without a quarantine.
             * @example 2026-03-14T09:26:53.120Z
             */
            since: string | null;
            /**
             * Format: date-time
             * @description Until when the folder knows what was done; null without a quarantine.
             * @example 2026-03-13T22:00:00.000Z
             */
            takenAt: string | null;
        };
        Record: {
            /**
             * Format: date-time
             * @description When it was deleted here; null while it is in the history.
             * @example 2026-11-21T09:30:00.000Z
             */
            archivedAt: string | null;
            /** @description Where it is live as far as Crier knows: what somebody deletes in the network's own app Crier does not hear of. */
            live: components["schemas"]["Live"][];
            /** @description The post as it is now, or as it was when it was deleted here. */
            post: components["schemas"]["Post"];
        };
        RefreshAnswer: {
            account: components["schemas"]["AccountOverview"];
            /**
             * @description Why there is no new token; empty when there is.
             * @example
             */
            note: string;
            /**
             * @description Whether the account has a new token.
             * @example true
             */
            tokenRefreshed: boolean;
        };
        ReleaseInputBody: {
            /**
             * @description Release every post that is ABSENT, after the accounts were read once more.
             * @example false
             */
            absent?: boolean;
            /**
             * @description The posts.
             * @example [
             *       "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
             *     ]
             */
            ids?: string[];
        };
        Remedy: {
            /**
             * Format: uuid
             * @description For reconnect and signIn: the account.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId?: string;
            /**
             * @description pad and crop are put to PUT /media/{id}/edits, convert is asked for at POST /media/{id}/conversion; upload wants a file; changeType, leaveOut and move change the post; reconnect connects the account again, signIn saves its native-story credentials; openPost shows another post.
             * @enum {string}
             */
            action: "pad" | "crop" | "convert" | "upload" | "changeType" | "leaveOut" | "move" | "reconnect" | "signIn" | "openPost";
            /** @description For pad and crop: the edits of the file, those that it has among them. */
            edits?: components["schemas"]["Spec"];
            /**
             * @description For leaveOut: the field that goes.
             * @example altText
             */
            field?: string;
            /**
             * Format: uuid
             * @description For pad, crop and convert: the file.
             * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
             */
            mediaFileId?: string;
            /**
             * @description For changeType: the type that fits; for convert: the type to convert for.
             * @enum {string}
             */
            mediaType?: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /**
             * Format: uuid
             * @description For openPost: the other post.
             * @example 8d7c6b5a-4f3e-4d2c-9b1a-0f9e8d7c6b5a
             */
            postId?: string;
            /**
             * @description For pad and crop: the shape that the picture gets.
             * @example 4:5
             */
            ratio?: string;
            /**
             * @description What it does, for people.
             * @example Pad it to 4:5 with a blurred copy of itself.
             */
            says: string;
            /**
             * Format: date-time
             * @description For move: a time at which nothing stands in the way.
             * @example 2026-12-24T08:20:00.000Z
             */
            scheduledFor?: string;
        };
        Removed: {
            /**
             * Format: int64
             * @description How many posts stay, because they are on their way.
             * @example 0
             */
            left: number;
            /**
             * Format: int64
             * @description How many posts were removed.
             * @example 2
             */
            posts: number;
        };
        RepostList: {
            /** @description What became of the newest 500 mentions, newest first. */
            reposts: components["schemas"]["RepostRecord"][];
            /** @description What it means to have this switched on. */
            warning: string;
        };
        RepostRecord: {
            /**
             * Format: int64
             * @description How often reposting was begun.
             * @example 0
             */
            attempts: number;
            /** @description The network's id of the author. */
            authorId: string | null;
            /**
             * Format: date-time
             * @description When the mention was found.
             * @example 2026-03-14T06:12:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the story goes away, at the latest.
             * @example 2026-03-15T05:48:00.000Z
             */
            expiresAt: string;
            /**
             * Format: uuid
             * @description Id of the record.
             * @example 0d9c3c5e-51b7-4a4e-9a39-3a6b0f1c2d77
             */
            id: string;
            /** @description Whether it is, or was, reposted without being asked about. */
            isAutomatic: boolean;
            /** @description The network's id of the message that mentions the account. */
            itemId: string;
            /**
             * Format: uuid
             * @description What was fetched of the story, as a media file.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            mediaFileId: string | null;
            /**
             * Format: date-time
             * @description When the account was mentioned.
             * @example 2026-03-14T05:48:00.000Z
             */
            mentionedAt: string;
            /**
             * @description Author of the story; empty when the inbox did not tell.
             * @example ann
             */
            originalUsername: string;
            /** @description Address of the repost, once published. */
            permalink: string | null;
            /**
             * Format: uuid
             * @description The post that publishes it.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string | null;
            /**
             * Format: date-time
             * @description When it was published.
             * @example 2026-11-21T09:30:00.000Z
             */
            publishedAt: string | null;
            /** @description Why it was not reposted, or not yet; null when there is nothing to say. */
            reason: string | null;
            /**
             * Format: uuid
             * @description The account that was mentioned.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            socialAccountId: string;
            /**
             * @description The network's id of the story; null when the inbox did not tell.
             * @example 3587104962285710336
             */
            sourceMediaId: string | null;
            /**
             * @description What became of the mention.
             * @example DETECTED
             * @enum {string}
             */
            status: "DETECTED" | "PENDING" | "PROCESSING" | "PUBLISHED" | "FAILED" | "SKIPPED" | "EXPIRED";
            /** @description The network's id of the conversation. */
            threadId: string;
            /**
             * Format: date-time
             * @description When the record last changed.
             * @example 2026-03-14T06:12:00.000Z
             */
            updatedAt: string;
        };
        RepostSettings: {
            /** @description The configuration. */
            config: components["schemas"]["StoryRepostConfig"];
            /**
             * Format: date-time
             * @description When the inbox is polled next; null while that was never said.
             * @example 2026-03-14T18:20:00.000Z
             */
            nextPollAt: string | null;
            /**
             * @description IANA name of the zone whose hours and days count; null for this machine's.
             * @example Europe/Lisbon
             */
            timezone: string | null;
            /** @description What it means to switch this on. */
            warning: string;
        };
        RepostSettingsRequest: {
            /**
             * @description Whether mentions are reposted without being asked about.
             * @example false
             */
            autoRepostEnabled?: boolean;
            /**
             * @description Whether the author of the story is tagged with a mention sticker.
             * @example true
             */
            autoTagOriginalPoster?: boolean;
            /**
             * Format: int64
             * @description Most reposts a day.
             * @example 10
             */
            dailyRepostLimit?: number;
            /**
             * Format: int64
             * @description Random offset of each poll, in minutes either way.
             * @example 30
             */
            jitterMinutes?: number;
            /**
             * Format: int64
             * @description Hours between two polls of the inbox.
             * @example 12
             */
            pollIntervalHours?: number;
            /**
             * @description JSON text overlay that names the author, {username} standing for the name; {} for the default one, empty for none.
             * @example {"text":"via @{username}"}
             */
            signatureOverlay?: string;
            /**
             * Format: int64
             * @description Local hour at which quiet mode ends; the same as its beginning for no quiet mode.
             * @example 7
             */
            sleepWindowEnd?: number;
            /**
             * Format: int64
             * @description Local hour at which quiet mode begins.
             * @example 23
             */
            sleepWindowStart?: number;
            /**
             * @description IANA name of the zone whose hours and days count; empty for this machine's.
             * @example Europe/Lisbon
             */
            timezone?: string;
        };
        Resize: {
            /**
             * Format: int64
             * @description Height in pixels, 16 to 4096; 0 for what the width and the ratio give. With both given the picture is stretched.
             * @example 1350
             */
            height?: number;
            /**
             * Format: int64
             * @description Width in pixels, 16 to 1440 for a picture and to 1920 for a video; 0 for what the height and the ratio give.
             * @example 1080
             */
            width?: number;
        };
        RestoreRequest: {
            /**
             * @description The name of a backup of listBackups, or the file of uploadBackup.
             * @example backup-upload-1847205963
             */
            file: string;
            /** @description Keeps the API keys that the backup has, which may have been revoked since. */
            keepKeys?: boolean;
            /** @description What the file of an exported key has, or secret.key of a data folder, in base64; empty for the key of the backup, or that of this data folder. */
            keyFile?: string;
            /** @description The passphrase of the key, for one that is in the backup or in keyFile. */
            passphrase?: string;
            /** @description Restores without the key: the accounts must be connected again. */
            withoutKey?: boolean;
        };
        Restored: {
            /**
             * Format: date-time
             * @description When it ended.
             * @example 2026-03-14T10:00:00.000Z
             */
            at: string;
            /** @description Why it failed and nothing was changed; empty when it did not. */
            failed: string;
            /**
             * @description As restoreBackup gave it.
             * @example b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d
             */
            id: string;
            /**
             * @description Whether the accounts must be connected again, because there was no key.
             * @example false
             */
            isForgotten: boolean;
            /**
             * @description Whether the posts are held until somebody has decided about them.
             * @example true
             */
            isQuarantined: boolean;
            /**
             * @description Whether the API keys have ended.
             * @example true
             */
            isRevoked: boolean;
            /**
             * @description Where the folder is that was replaced.
             * @example /home/mara/.local/share/crier.before-restore-20260314T100000Z
             */
            kept: string;
            /**
             * Format: date-time
             * @description When the backup was made.
             * @example 2026-03-14T05:00:00.000Z
             */
            madeAt: string;
            /**
             * Format: int64
             * @description How many files of the library are neither in the backup nor in the folder that was replaced.
             * @example 0
             */
            missing: number;
        };
        Restoring: {
            /**
             * @description The id of restored in listBackups, once it is done or has failed.
             * @example b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d
             */
            id: string;
            /**
             * @description A path that signs this browser in once it is done: sessions end with a restore.
             * @example /login?code=u7Yt0mYQz0f2d4nqP1
             */
            signIn: string;
        };
        RetriedPost: {
            /**
             * Format: uuid
             * @description The account that the post belongs to.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            accountId: string;
            /**
             * @description Code of why it cannot be retried; null when it can.
             * @example MEDIA_INVALID
             * @enum {string|null}
             */
            code: "AUTH_REQUIRED" | "AUTH_INVALID_KEY" | "TOKEN_INVALID" | "TOKEN_EXPIRED" | "AUTH_FAILED" | "COOKIE_AUTH_REQUIRED" | "SETUP_LOCKED" | "VALIDATION_ERROR" | "MISSING_PARAM" | "INVALID_PARAM" | "INVALID_CODE" | "INVALID_STATUS" | "INVALID_SCHEDULE" | "INVALID_TAGS" | "INVALID_MENTIONS" | "INVALID_COLLABORATORS" | "INVALID_CROSS_POST" | "INVALID_MEDIA_TYPE" | "INVALID_CAROUSEL" | "INVALID_WORKER_KEY" | "NOT_FOUND" | "MEDIA_INVALID" | "NO_MEDIA_ID" | "UPLOAD_ERROR" | "PROCESSING_FAILED" | "VIDEO_PROCESSING_FAILED" | "RATE_LIMITED" | "LOGIN_RATE_LIMITED" | "STORIES_CANNOT_DELETE" | "PRIVATE_API_REQUIRED" | "LOGIN_FAILED" | "TWO_FACTOR_REQUIRED" | "NO_ACTIVE_SESSION" | "MISSING_ACCOUNT_ID" | "CREDENTIALS_NOT_CONFIGURED" | "ALREADY_REPOSTED" | "REPOST_IN_PROGRESS" | "INVALID_STATE" | "REPOST_FAILED" | "CLOUD_NOT_CONFIGURED" | "NOT_CONFIGURED" | "BUCKET_NOT_CONFIGURED" | "TOKEN_REQUIRED" | "WORKER_UNREACHABLE" | "SYNC_FAILED" | "ENCRYPTION_KEY_MISMATCH" | "WORKER_DEPLOY_FAILED" | "CLOUD_ERROR" | "UNKNOWN_ERROR" | "INTERNAL_ERROR" | null;
            /**
             * @description Why it cannot be retried, for people; null when it can.
             * @example a media file of the post has been deleted
             */
            error: string | null;
            /**
             * @description Kind of the post.
             * @enum {string}
             */
            mediaType: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /**
             * Format: uuid
             * @description Id of the post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
            /**
             * Format: date-time
             * @description When the network is asked whether the post is live, and it is published if not; null when it was refused.
             * @example 2026-03-14T09:26:39.004Z
             */
            runAt: string | null;
        };
        RetriedPosts: {
            /** @description The posts that failed for the cause, those that failed first being first. */
            posts: components["schemas"]["RetriedPost"][];
        };
        RetriesInputBody: {
            /**
             * Format: uuid
             * @description Only posts of this account.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            accountId?: string;
            /**
             * @description The errorCode of the posts.
             * @example TOKEN_EXPIRED
             */
            cause: string;
            /** @description Only say which posts would be retried, and when. */
            dryRun?: boolean;
            /**
             * Format: uuid
             * @description Only this post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId?: string;
            /**
             * Format: date-time
             * @description When the first post is retried; left out, or in the past, it is at once.
             * @example 2026-11-21T09:30:00.000Z
             */
            runAt?: string;
        };
        Seen: {
            /** @description What became visible of the post. */
            items: components["schemas"]["Item"][];
            /** @description The calls that asked the sandbox to publish the post on the account, in order. A story with mentions goes another way and has none. */
            publishCalls: components["schemas"]["PublishCall"][];
        };
        SeenAccount: {
            /** @description What can be done with the token, and what cannot. */
            abilities: components["schemas"]["Ability"][];
            /**
             * @description Kind of the account; null where the network does not tell it, and an account with a Page is professional.
             * @example BUSINESS
             * @enum {string|null}
             */
            accountType: "BUSINESS" | "CREATOR" | null;
            /**
             * @description Whether the account is connected already: it then gets this token.
             * @example false
             */
            isConnected: boolean;
            /**
             * @description By which of the network's logins the token was made.
             * @example primary
             * @enum {string}
             */
            loginMethod: "primary" | "partner";
            /**
             * @description Display name.
             * @example Demo Studio
             */
            name: string | null;
            /**
             * @description The linked Page; for loginMethod partner only.
             * @example 100000000000506
             */
            partnerPageId: string | null;
            /**
             * @description Name of the linked Page.
             * @example Demo Studio
             */
            partnerPageName: string | null;
            /**
             * @description The permissions of the token as the network names them; empty where it does not.
             * @example [
             *       "instagram_business_basic",
             *       "instagram_business_content_publish"
             *     ]
             */
            scopes: string[];
            /**
             * @description The network's own id of the account.
             * @example 17841400000000505
             */
            snUserId: string;
            /**
             * Format: date-time
             * @description When the token ends; null when the network names no end.
             * @example 2026-05-12T08:00:00.000Z
             */
            tokenExpiresAt: string | null;
            /**
             * @description Whether tokenExpiresAt is a guess.
             * @example true
             */
            tokenExpiryAssumed: boolean;
            /**
             * @description Name of the account at the network.
             * @example crier.demo.studio
             */
            username: string;
            /** @description What to know of the token. */
            warnings: string[];
        };
        ServiceInfo: {
            /**
             * @description The network that posts go to.
             * @enum {string}
             */
            network: "sandbox" | "live";
            /** @description Whether the service was started with --rehearsal: it is started again when it dies, so that the bad-day demo may kill it. */
            rehearsal: boolean;
            /** @description Where the sandbox network answers; null in live mode. */
            sandboxUrl: string | null;
            /** @description Version of the program. */
            version: string;
        };
        SetUp: {
            /**
             * @description What it cannot do, or takes.
             * @example It has no Page, and can delete no posts.
             */
            cannot: string;
            /**
             * @description Who chooses it, and where.
             * @example For posts on Instagram alone: API setup with Instagram login.
             */
            choose: string;
            /**
             * @description What the set-up is called.
             * @example Instagram login
             */
            name: string;
        };
        SetupRequest: {
            /**
             * @description The account, when the token reaches several or may not name them.
             * @example 0123456789abcdef0123456789abcdef
             */
            accountId?: string;
            /**
             * Format: password
             * @description Cloudflare's API token; left out, the stored one. It is stored sealed and never returned.
             * @example ...
             */
            apiToken?: string;
            /** @description Make that bucket public although it is private, has objects and was not made by Crier: everybody can read them then. */
            bucketMayBePublic?: boolean;
            /**
             * @description A bucket of R2 to use, made if it is not there; left out, the configured one, or none: the worker serves the files then.
             * @example crier-media
             */
            bucketName?: string;
            /**
             * @description Address under which everybody can read that bucket; left out, a domain of its own, or the one of r2.dev.
             * @example https://media.example.com
             */
            bucketPublicUrl?: string;
            /** @description Replace a worker of that name that this Crier has not deployed. */
            replace?: boolean;
            /**
             * @description Name below workers.dev, for an account that has none yet.
             * @example example
             */
            subdomain?: string;
            /**
             * @description Name of the worker; left out, the one that it has, or crier- and eight random characters.
             * @example crier-k3wq7mzx
             */
            workerName?: string;
        };
        SetupStatus: {
            /** @description The Cloudflare account. */
            accountId: string | null;
            /** @description Where that token reaches several accounts and none was chosen yet: which. */
            accounts: components["schemas"]["AccountName"][];
            /** @description The bucket. */
            bucketName: string | null;
            /** @description Whether the set-up can go on without a token being given: one is stored, or the one that was given last is still kept in memory, for ten minutes at most. */
            canGoOn: boolean;
            /**
             * Format: date-time
             * @description When it was.
             * @example 2026-11-21T09:30:00.000Z
             */
            deployedAt: string | null;
            /**
             * Format: int64
             * @description The generation of the posts at the worker. It grows whenever posts are taken back, and counts nothing.
             */
            epoch: number;
            /** @description What Cloudflare's free plan allows on a day. */
            freePlan: components["schemas"]["Usage"];
            /** @description Whether the API token is stored and can be opened. */
            hasApiToken: boolean;
            /** @description Whether a teardown has begun. */
            isClosing: boolean;
            /** @description Whether there are a worker, and a place from which the network fetches files. */
            isConfigured: boolean;
            /** @description Whether it should have run since. */
            isCronDead: boolean;
            /** @description Whether that is what belongs to this Crier. */
            isCurrent: boolean;
            /** @description Whether steps are being done. They go on when the request that began them ends. */
            isRunning: boolean;
            /** @description Whether the last look found the whole to work. */
            isVerified: boolean;
            /**
             * Format: date-time
             * @description When the worker's cron last ran, as far as is known here.
             * @example 2026-11-21T09:30:00.000Z
             */
            lastCronRun: string | null;
            /**
             * Format: date-time
             * @description When it last did.
             * @example 2026-11-21T09:30:00.000Z
             */
            lastVerifiedAt: string | null;
            /** @description From where the network fetches files. */
            media: components["schemas"]["MediaStatus"];
            /** @description The KV namespace. */
            namespaceId: string | null;
            /**
             * @description Host of the address at which the worker tells of failures while this machine is off; null where none is set.
             * @example ntfy.sh
             */
            notifyHost: string | null;
            /** @description Why the last message did not arrive there; null when it did. */
            notifyProblem: string | null;
            /** @description What keeps it from working, and what helps. */
            problem: string | null;
            /**
             * @description Code of what keeps it from working; null when it works.
             * @example WORKER_UNREACHABLE
             */
            problemCode: string | null;
            /** @description Why no cloud can be set up here; null where one can. */
            refusal: string | null;
            /** @description What came of the steps of the last set-up, in their order. */
            steps: components["schemas"]["SetupStep"][];
            /**
             * Format: date-time
             * @description When the API token ends; null for one without an end, and while that is not known.
             * @example 2026-06-11T08:00:00.000Z
             */
            tokenExpiresAt: string | null;
            /**
             * @description Page of Cloudflare that makes a token, filled in.
             * @example https://dash.cloudflare.com/profile/api-tokens?name=Crier
             */
            tokenPage: string;
            /**
             * @description The same with the permission for buckets of R2.
             * @example https://dash.cloudflare.com/profile/api-tokens?name=Crier
             */
            tokenPageR2: string;
            /**
             * @description What is to be done about the API token although the cloud works, from ten days before it ends; null when nothing is.
             * @example Cloudflare's API token must be extended or replaced before 2026-06-11T08:00:00.000Z (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards
             */
            tokenWarning: string | null;
            /** @description What the worker has used on the last days, the latest first; empty while it has not said. */
            usage: components["schemas"]["UsageDay"][];
            /**
             * Format: date-time
             * @description When the worker said so.
             * @example 2026-11-21T09:30:00.000Z
             */
            usageReadAt: string | null;
            /** @description The version that was deployed. */
            version: string | null;
            /** @description What to know besides. */
            warnings: string[];
            /** @description The worker. */
            workerName: string | null;
            /** @description The worker's address. */
            workerUrl: string | null;
        };
        SetupStep: {
            /**
             * Format: date-time
             * @description When.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string | null;
            /**
             * @description Code of a failure.
             * @example WORKER_DEPLOY_FAILED
             */
            code: string | null;
            /**
             * @description The step.
             * @example upload
             */
            name: string;
            /**
             * @description What the step that failed needs of the user: another token, a permission of the token, accountId, subdomain, workerName or replace, bucketMayBePublic, or something in Cloudflare's dashboard; null for anything else.
             * @example permission
             * @enum {string|null}
             */
            needs: "token" | "permission" | "account" | "subdomain" | "worker" | "public" | "ready" | null;
            /**
             * @description What Cloudflare itself said; null where it said nothing.
             * @example upload the script: Authentication error (HTTP 403, code 10000)
             */
            said: string | null;
            /**
             * @description What came of it.
             * @enum {string}
             */
            state: "PENDING" | "DONE" | "WARNING" | "FAILED";
            /** @description What was done, or what is wrong and what helps. */
            text: string;
        };
        SocialAccount: {
            /**
             * @description Kind of the account at the network; null while it is not known.
             * @example BUSINESS
             * @enum {string|null}
             */
            accountType: "BUSINESS" | "CREATOR" | null;
            /**
             * Format: date-time
             * @description When the account was connected.
             * @example 2026-03-13T08:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Followers at the last synchronisation.
             * @example 12840
             */
            followersCount: number | null;
            /**
             * Format: uuid
             * @description Used as accountId in publishing calls.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            id: string;
            /**
             * Format: date-time
             * @description When the profile was last read from the network.
             * @example 2026-03-14T06:00:00.000Z
             */
            lastSyncedAt: string | null;
            /**
             * @description How the account was connected; partner goes by way of a linked Page.
             * @example partner
             * @enum {string}
             */
            loginMethod: "primary" | "partner";
            /**
             * Format: int64
             * @description Published media at the last synchronisation.
             * @example 311
             */
            mediaCount: number | null;
            /**
             * @description Display name.
             * @example Northwind Bakery
             */
            name: string | null;
            /**
             * @description The linked Page; for loginMethod partner only.
             * @example 105220188123456
             */
            partnerPageId: string | null;
            /**
             * @description Name of the linked Page.
             * @example Northwind Bakery
             */
            partnerPageName: string | null;
            /**
             * @description Path under /uploads/avatars/.
             * @example /uploads/avatars/7c9e6679-7425-40de-944b-e07fc1f90ae7.jpg
             */
            profilePictureUrl: string | null;
            /**
             * @description The network's own id of the account, digits.
             * @example 17841400008460056
             */
            snUserId: string;
            /**
             * Format: date-time
             * @description When the account must be connected again.
             * @example 2026-05-12T08:00:00.000Z
             */
            tokenExpiresAt: string | null;
            /**
             * @description Name of the account at the network.
             * @example northwind.bakery
             */
            username: string;
        };
        Source: {
            /**
             * @description The name of a backup of listBackups, or the file of uploadBackup.
             * @example backup-upload-1847205963
             */
            file: string;
            /** @description What the file of an exported key has, or secret.key of a data folder, in base64; empty for the key of the backup, or that of this data folder. */
            keyFile?: string;
            /** @description The passphrase of the key, for one that is in the backup or in keyFile. */
            passphrase?: string;
        };
        Spec: {
            /** @description Which part is kept. */
            crop?: components["schemas"]["Crop"];
            /** @description Whether left and right change places, after turning. */
            flipHorizontal?: boolean;
            /** @description Whether top and bottom change places, after turning. */
            flipVertical?: boolean;
            /** @description What is added around the picture to give it another shape; nothing is cut off. */
            pad?: components["schemas"]["Pad"];
            /** @description The size in the end. Without it the picture keeps its pixels, unless it is too large for the network. */
            resize?: components["schemas"]["Resize"];
            /**
             * Format: int64
             * @description How far what is kept is turned, in degrees clockwise.
             * @example 90
             * @enum {integer}
             */
            rotate?: 0 | 90 | 180 | 270;
            /** @description What is written over the picture, the last on top; at most 10. */
            texts?: components["schemas"]["Text"][];
        };
        StageRequest: {
            /** @description Copy the database alone, without the files that it names. */
            noMedia?: boolean;
        };
        Staged: {
            /**
             * @description Name of the folder in staging/ of the data folder that has the copy of the database and links to the files. Whoever asked removes it; after half a day Crier does.
             * @example backup-1847205963
             */
            folder: string;
        };
        StatusCounts: {
            /**
             * Format: int64
             * @description Drafts that are planned for the day.
             * @example 1
             */
            DRAFT?: number;
            /**
             * Format: int64
             * @description Posts that failed.
             * @example 1
             */
            FAILED?: number;
            /**
             * Format: int64
             * @description Posts that are being prepared.
             * @example 1
             */
            PROCESSING?: number;
            /**
             * Format: int64
             * @description Posts that are live.
             * @example 1
             */
            PUBLISHED?: number;
            /**
             * Format: int64
             * @description Posts that are being published.
             * @example 1
             */
            PUBLISHING?: number;
            /**
             * Format: int64
             * @description Posts that are about to be published.
             * @example 1
             */
            QUEUED?: number;
            /**
             * Format: int64
             * @description Posts that wait for their time.
             * @example 1
             */
            SCHEDULED?: number;
        };
        Step: {
            /**
             * Format: date-time
             * @description When it began.
             * @example 2026-03-14T09:26:53.120Z
             */
            at: string;
            /**
             * @description CALL: what is worth doing after the failure; absent after a success.
             * @example retry
             */
            class?: string;
            /**
             * Format: int64
             * @description CALL: code of the network's error.
             * @example 9
             */
            code?: number;
            /**
             * Format: int64
             * @description CALL: how long it took, in milliseconds; of several, the longest.
             * @example 412
             */
            durationMs?: number;
            /**
             * @description STATUS: the post's errorCode from then on.
             * @example RATE_LIMITED
             */
            errorCode?: string;
            /**
             * @description STATUS: what the post was; absent where it begins.
             * @example PUBLISHING
             */
            from?: string;
            /**
             * @description CALL: the network's host.
             * @example graph.instagram.com
             */
            host?: string;
            /**
             * Format: int64
             * @description CALL: the HTTP status of the answer; absent when none came.
             * @example 200
             */
            httpStatus?: number;
            /**
             * @description What the step tells of: the post's status changed, a worker took the post up, the network was called, the work was put off, something was found out or decided.
             * @example CALL
             * @enum {string}
             */
            kind: "STATUS" | "CLAIM" | "CALL" | "WAIT" | "NOTE";
            /**
             * Format: date-time
             * @description When it began for the last time; the same as at unless it came more than once.
             * @example 2026-03-14T09:26:53.120Z
             */
            lastAt: string;
            /**
             * Format: int64
             * @description CLAIM: how long after its time, in milliseconds; of several, the most.
             * @example 3
             */
            lateMs?: number;
            /**
             * @description CALL: the HTTP method.
             * @example POST
             */
            method?: string;
            /**
             * @description CALL: what it was for.
             * @example publish
             */
            op?: string;
            /**
             * @description CALL: the path, without parameters.
             * @example /v25.0/17841400008460056/media_publish
             */
            path?: string;
            /**
             * Format: int64
             * @description Place in the timeline, from 1. A gap says that steps were left out.
             * @example 6
             */
            seq: number;
            /**
             * Format: int64
             * @description CALL: subcode of the network's error.
             * @example 2207042
             */
            subcode?: number;
            /**
             * @description What happened, in words: the network's or Crier's.
             * @example id 17920238422030506
             */
            text?: string;
            /**
             * Format: int64
             * @description How often it came: what is repeated without anything new in between is one step.
             * @example 1
             */
            times: number;
            /**
             * @description STATUS: what the post became.
             * @example PUBLISHED
             */
            to?: string;
            /**
             * @description CALL: by which the network's support finds the failed call; of several, the last.
             * @example AbCdEfGhIjK
             */
            traceId?: string;
            /**
             * Format: date-time
             * @description WAIT: when the work was to go on; STATUS: what the post was scheduled for.
             * @example 2026-03-14T09:27:08.000Z
             */
            until?: string;
            /**
             * Format: int64
             * @description CALL: how much of its limits the network says is used, in percent; of several, the most.
             * @example 28
             */
            usagePercent?: number;
            /**
             * @description Which finding or decision it tells of; absent where nothing goes by it.
             * @example MATCHED
             * @enum {string}
             */
            what?: "CHANGED" | "MOVED" | "MATCHED" | "LIVE" | "SENT_AGAIN" | "INTERRUPTED" | "UNKNOWN_ANSWER" | "MALFORMED_ANSWER" | "MEDIA_REFUSED" | "MAY_BE_LIVE";
        };
        Stored: {
            /**
             * Format: date-time
             * @description When it was made, read back and found to be whole.
             * @example 2026-03-14T05:00:00.000Z
             */
            at: string;
            /**
             * Format: int64
             * @description Its size.
             * @example 1800000000
             */
            bytes: number;
            /**
             * @description Whether the pictures and videos are in it. Where they lie beside it on the same disk, an automatic one leaves them out.
             * @example true
             */
            hasMedia: boolean;
            /**
             * @description Whether Crier made it by itself, and deletes it when there are enough later ones.
             * @example false
             */
            isAutomatic: boolean;
            /**
             * @description The name of the file.
             * @example crier-20260314T050000Z-1f2e3d4c-4.4.0.crier
             */
            name: string;
        };
        StoryMention: {
            /**
             * @description Username of the person.
             * @example potter
             */
            username: string;
            /**
             * Format: double
             * @description 0 is left, 1 is right.
             * @default 0.5
             * @example 0.5
             */
            x?: number | null;
            /**
             * Format: double
             * @description 0 is top, 1 is bottom.
             * @default 0.5
             * @example 0.8
             */
            y?: number | null;
        };
        StoryRepostConfig: {
            /** @description Why they did. */
            autoDisableReason: string | null;
            /**
             * Format: date-time
             * @description When failures switched story repost off; null when they did not.
             * @example 2026-11-21T09:30:00.000Z
             */
            autoDisabledAt: string | null;
            /**
             * @description Whether mentions are reposted without being asked about.
             * @example false
             */
            autoRepostEnabled: boolean;
            /**
             * @description Whether the author of the story is tagged.
             * @example true
             */
            autoTagOriginalPoster: boolean;
            /**
             * Format: int64
             * @description Challenges within 30 days.
             * @example 0
             */
            challengeCount30d: number;
            /**
             * Format: date-time
             * @description Polling rests until then; null when it does not.
             * @example 2026-11-21T09:30:00.000Z
             */
            challengePauseUntil: string | null;
            /**
             * Format: date-time
             * @description When the account was configured.
             * @example 2026-03-13T08:30:00.000Z
             */
            configuredAt: string | null;
            /**
             * Format: int64
             * @description Polls that failed in a row.
             * @example 0
             */
            consecutiveFailures: number;
            /**
             * Format: date-time
             * @description When the configuration was made.
             * @example 2026-03-13T08:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: int64
             * @description Most reposts a day.
             * @example 10
             */
            dailyRepostLimit: number;
            /**
             * Format: uuid
             * @description Id of the configuration.
             * @example c4b8a2d6-1e3f-4a5c-9b7d-8f0e2c6a4d1b
             */
            id: string;
            /**
             * @description Whether story repost is on.
             * @example true
             */
            isEnabled: boolean;
            /**
             * Format: int64
             * @description Random offset of each poll, in minutes either way.
             * @example 30
             */
            jitterMinutes: number;
            /**
             * Format: date-time
             * @description When reposting last ran by itself.
             * @example 2026-11-21T09:30:00.000Z
             */
            lastAutoSyncAt: string | null;
            /**
             * Format: date-time
             * @description When the network last challenged a login.
             * @example 2026-11-21T09:30:00.000Z
             */
            lastChallengeAt: string | null;
            /**
             * Format: date-time
             * @description When the inbox was last polled; null before the first time.
             * @example 2026-03-14T06:12:00.000Z
             */
            lastPollAt: string | null;
            /** @description Why the last poll failed; null when it did not. */
            lastPollError: string | null;
            /**
             * @description How the last poll ended; null before the first one.
             * @example NO_MENTIONS
             * @enum {string|null}
             */
            lastPollStatus: "SUCCESS" | "FAILED" | "NO_MENTIONS" | null;
            /**
             * Format: int64
             * @description Hours between two polls of the inbox.
             * @example 12
             */
            pollIntervalHours: number;
            /**
             * Format: int64
             * @description Reposts of today.
             * @example 0
             */
            repostsToday: number;
            /**
             * Format: date-time
             * @description When that count begins anew; null before the first repost.
             * @example 2026-11-21T09:30:00.000Z
             */
            repostsTodayResetAt: string | null;
            /**
             * @description JSON text overlay that names the author; null for none.
             * @example {"text":"via @author"}
             */
            signatureOverlay: string | null;
            /**
             * Format: int64
             * @description Local hour at which quiet mode ends.
             * @example 7
             */
            sleepWindowEnd: number;
            /**
             * Format: int64
             * @description Local hour at which quiet mode begins.
             * @example 23
             */
            sleepWindowStart: number;
            /**
             * @description Name of the account at the network.
             * @example northwind.bakery
             */
            snUsername: string;
            /**
             * Format: uuid
             * @description The account.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            socialAccountId: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-14T06:12:00.000Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The one user.
             * @example 5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51
             */
            userId: string;
            /**
             * @description Whether the grace period of a new configuration, seven days, is over.
             * @example false
             */
            warmUpComplete: boolean;
        };
        Success: {
            /**
             * @description Always true.
             * @example true
             */
            success: boolean;
        };
        Sync: {
            /** @description What stands in the way of the posts that the worker does not have yet as it should, a sentence each. */
            problems: string[];
            /**
             * Format: int64
             * @description Posts of which it was learned what became of them.
             * @example 2
             */
            results: number;
            /**
             * Format: int64
             * @description Posts that waited to be sent, and that the worker has now as it should.
             * @example 1
             */
            sent: number;
        };
        Takeover: {
            /**
             * @description Whether the worker itself agreed; otherwise a fence was put up around it through Cloudflare.
             * @example true
             */
            direct: boolean;
            /**
             * Format: int64
             * @description The epoch of what is sent from now on; 0 when the worker had nothing.
             * @example 1
             */
            epoch: number;
            /** @description Posts that this program publishes from now on. */
            handedBack: string[];
            /**
             * Format: date-time
             * @description When the waiting posts are looked for first; null when none waits.
             * @example 2026-03-14T09:31:53.589Z
             */
            notBefore: string | null;
            /** @description Posts that the worker is publishing, or has: what became of them it goes on finding out. */
            resolving: string[];
            /** @description Posts that the worker had and this folder does not know: it never publishes them, and each can be adopted or cancelled. */
            unknown: string[];
            /** @description Posts that were due, or about to be: they are looked for on the network at notBefore, and come back six minutes later unless they are there. */
            waiting: string[];
        };
        Text: {
            /**
             * @description Which edges of the lines stand in line; center by default.
             * @enum {string}
             */
            align?: "center" | "left" | "right";
            /**
             * @description Colour of a box behind the text, as #rrggbb or #rrggbbaa; none by default.
             * @example #000000aa
             */
            background?: string;
            /** @description Whether the letters are bold. */
            bold?: boolean;
            /**
             * @description Colour of the letters, as #rrggbb, or #rrggbbaa with the opacity; white by default.
             * @example #ffffff
             */
            color?: string;
            /**
             * Format: double
             * @description How wide a line may become before it is broken, as a fraction of the picture's width; 0.9 by default.
             * @example 0.8
             */
            maxWidth?: number;
            /**
             * Format: double
             * @description How far the text is turned about its middle, in degrees clockwise.
             * @example 0
             */
            rotation?: number;
            /**
             * Format: double
             * @description Size of the letters (the em), as a fraction of the picture's width, so that a line holds as much whatever the shape.
             * @example 0.06
             */
            size: number;
            /**
             * @description What is written: up to 500 characters, in any script; line breaks are kept.
             * @example Fresh bread
             */
            text: string;
            /**
             * Format: double
             * @description Where the middle of the text is, as a fraction of the width.
             * @example 0.5
             */
            x: number;
            /**
             * Format: double
             * @description Where the middle of the text is, as a fraction of the height.
             * @example 0.85
             */
            y: number;
        };
        Threatened: {
            /**
             * Format: date-time
             * @description When that is due.
             * @example 2026-12-25T09:00:00.000Z
             */
            at: string;
            /**
             * Format: int64
             * @description How many posts there are.
             * @example 3
             */
            count: number;
            /**
             * Format: uuid
             * @description The first of them.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
        };
        Timeline: {
            /**
             * @description What of it may be live without Crier knowing it, once it has ended: the FAILED post itself, or the share of the PUBLISHED one.
             * @example none
             * @enum {string}
             */
            doubt: "none" | "may_be_live" | "may_be_on_page";
            /**
             * Format: int64
             * @description How many steps are not among them any more: of a long story the beginning and the end are kept.
             * @example 0
             */
            leftOut: number;
            /** @description The post as it is now. */
            post: components["schemas"]["Post"];
            /**
             * @description The first thing that a draft or a scheduled post would fail for if it were published as it is, for people; null when nothing is known, and for any other post.
             * @example a file of the post was deleted: add it again, or leave it out
             */
            problem: string | null;
            /** @description What happened to it, in order. */
            steps: components["schemas"]["Step"][];
        };
        TokenRefusal: {
            /**
             * @description The code that connecting would answer with.
             * @example VALIDATION_ERROR
             */
            code: string;
            /** @description The same in its parts; null where Crier knows no cure. */
            cure: components["schemas"]["Cure"];
            /**
             * @description What is wrong, and what to do about it.
             * @example the token lacks the permission instagram_content_publish
             */
            error: string;
        };
        TriedKey: {
            /**
             * @description Whether it is the key of this data folder.
             * @example true
             */
            isOwn: boolean;
        };
        TryRequest: {
            /** @description What the file has, in base64. */
            keyFile: string;
            /** @description Its passphrase. */
            passphrase: string;
        };
        Unknown: {
            /** @description Its caption. */
            caption: string | null;
            /**
             * Format: int64
             * @description How many files it has.
             * @example 1
             */
            files: number;
            /**
             * Format: uuid
             * @description Id of the post.
             * @example 5b1e7c1c-6a1c-4f0e-9d5e-0a9d6d2b7f10
             */
            id: string;
            /**
             * @description Type of the post.
             * @example IMAGE
             */
            mediaType: string;
            /**
             * Format: date-time
             * @description When the worker publishes it.
             * @example 2026-03-14T09:26:53.589Z
             */
            runAt: string;
            /**
             * @description The network's id of the account.
             * @example 17841400008460056
             */
            snUserId: string;
            /**
             * @description What the worker does with it: SCHEDULED, PROCESSING, PUBLISHING, or FENCED for one that it gave back.
             * @example SCHEDULED
             */
            state: string;
            /** @description Status of the post of this id in this folder; null where there is none. */
            status: string | null;
            /**
             * @description Name of the account; null for one that is not connected here.
             * @example bakery
             */
            username: string | null;
        };
        UnknownOutputBody: {
            /** @description The posts, the soonest first. */
            posts: components["schemas"]["Unknown"][];
        };
        UnplannedDrafts: {
            /**
             * Format: int64
             * @description How many such drafts there are.
             * @example 1
             */
            count: number;
            /** @description Those that changed last, at most 50. */
            posts: components["schemas"]["PostSummary"][];
        };
        Usage: {
            /**
             * Format: int64
             * @description Deletions in it.
             * @example 1
             */
            kvDeletes: number;
            /**
             * Format: int64
             * @description Reads of the KV namespace.
             * @example 12
             */
            kvReads: number;
            /**
             * Format: int64
             * @description Writes to it.
             * @example 300
             */
            kvWrites: number;
            /**
             * Format: int64
             * @description Requests, cron runs and alarms.
             * @example 1540
             */
            requests: number;
            /**
             * Format: int64
             * @description Rows read of the worker's database.
             * @example 60000
             */
            rowsRead: number;
            /**
             * Format: int64
             * @description Rows written there.
             * @example 4000
             */
            rowsWritten: number;
        };
        UsageDay: {
            /**
             * @description The day, in UTC.
             * @example 2026-11-25
             */
            day: string;
            /**
             * Format: int64
             * @description Deletions in it.
             * @example 1
             */
            kvDeletes: number;
            /**
             * Format: int64
             * @description Reads of the KV namespace.
             * @example 12
             */
            kvReads: number;
            /**
             * Format: int64
             * @description Writes to it.
             * @example 300
             */
            kvWrites: number;
            /**
             * Format: int64
             * @description Requests, cron runs and alarms.
             * @example 1540
             */
            requests: number;
            /**
             * Format: int64
             * @description Rows read of the worker's database.
             * @example 60000
             */
            rowsRead: number;
            /**
             * Format: int64
             * @description Rows written there.
             * @example 4000
             */
            rowsWritten: number;
        };
        UseCheck: {
            /** @description What the network may refuse, by limits that are not certain. Crier tries it. */
            doubts: components["schemas"]["ProblemCheck"][];
            /**
             * @description Whether the file can be published so as it is.
             * @example true
             */
            isPublishable: boolean;
            /**
             * @description The kind of post.
             * @enum {string}
             */
            mediaType: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            /** @description What stands in the way. */
            problems: components["schemas"]["ProblemCheck"][];
            /**
             * @description Where the rules are from.
             * @example the network's reference
             */
            source: string;
        };
        UserTag: {
            /**
             * @description Username of the person.
             * @example potter
             */
            username: string;
            /**
             * Format: double
             * @description 0 is left, 1 is right.
             * @example 0.4
             */
            x: number;
            /**
             * Format: double
             * @description 0 is top, 1 is bottom.
             * @example 0.6
             */
            y: number;
        };
        Warning: {
            /**
             * @description What the warning is about: TOKEN_EXPIRES, NEAR_DUPLICATE, CLOSE_TO_ANOTHER, CAP_REACHED (the network's publishing cap will be used up), NETWORK_REFUSES (the network is known to refuse this), CAPTION_UNSEEN (the network shows no caption on a story), FIELD_IGNORED (a field that was sent changes nothing), CLOCK_OFF (this machine's clock is wrong), LOCAL_ONLY (the cloud worker cannot publish this, so that this machine must be running at its time), CROSS_POST_IGNORED (what the cloud worker publishes is not shared to the Page), MAY_NOT_COMMENT (the account has no permission for the first comment), WORKER_UNREACHABLE or another error code when the post could not be handed over to the cloud worker yet, PARTNER_COPY (a post that was deleted at the network has a copy on the Page that is still live), NOT_CONFIGURED for what this version cannot do or, on a draft, the error code that publishing it as it is would give. Others may be added.
             * @example TOKEN_EXPIRES
             */
            code: string;
            /**
             * @description The warning, for people.
             * @example the access token of sandbox.bakery expires at 2027-01-20T09:30:00.000Z, before the post is due; connect the account again before 2027-01-20T09:30:00.000Z
             */
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description Size of the budget with fewer requests left. The RateLimit headers stand on answers to a valid API key.
         * @example 100
         */
        "RateLimit-Limit": number;
        /**
         * @description Both budgets and their windows in seconds.
         * @example 100;w=60, 1000;w=3600
         */
        "RateLimit-Policy": string;
        /**
         * @description Requests left in that budget.
         * @example 99
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the nearer window rolls over.
         * @example 60
         */
        "RateLimit-Reset": number;
        /**
         * @description Seconds until the next request would pass, the same as retryAfter in the body. Only with RATE_LIMITED.
         * @example 37
         */
        "Retry-After": number;
        /**
         * @description How to authenticate; a session cookie does as well where the operation takes one.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description Names the request, for the log; a sane x-request-id of the request is kept.
         * @example 0b6f2a9c-51d7-4e0b-8f3c-9a2d6e4b7c15
         */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "network": "live",
                     *       "accounts": [
                     *         {
                     *           "account": {
                     *             "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *             "snUserId": "17841400008460056",
                     *             "username": "northwind.bakery",
                     *             "name": "Northwind Bakery",
                     *             "profilePictureUrl": "/uploads/avatars/7c9e6679-7425-40de-944b-e07fc1f90ae7.jpg",
                     *             "accountType": "BUSINESS",
                     *             "partnerPageId": "105220188123456",
                     *             "partnerPageName": "Northwind Bakery",
                     *             "tokenExpiresAt": "2026-05-12T08:00:00.000Z",
                     *             "loginMethod": "partner",
                     *             "followersCount": 12840,
                     *             "mediaCount": 311,
                     *             "lastSyncedAt": "2026-03-14T06:00:00.000Z",
                     *             "createdAt": "2026-03-13T08:00:00.000Z"
                     *           },
                     *           "health": "ok",
                     *           "tokenDeadAt": null,
                     *           "tokenDeadReason": "The session has been invalidated because the user changed the password.",
                     *           "checkpointAt": null,
                     *           "checkpointReason": "The account is restricted.",
                     *           "remedy": "northwind.bakery must be connected again: The session has been invalidated because the user changed the password.",
                     *           "dataAccessUntil": "2026-06-11T08:00:00.000Z",
                     *           "warning": "northwind.bakery must be connected again before 2026-06-11T08:00:00.000Z (crier accounts connect): the data access of its login ends then, and the network may refuse its posts afterwards",
                     *           "mayComment": true,
                     *           "tokenExpiryAssumed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccountOverviews"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    connectAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "login": "primary",
                 *       "look": true,
                 *       "snUserId": "17841400000000505",
                 *       "ticket": "Zm9v",
                 *       "token": "IGAA..."
                 *     }
                 */
                "application/json": components["schemas"]["ConnectInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "account": {
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "snUserId": "17841400008460056",
                     *           "username": "northwind.bakery",
                     *           "name": "Northwind Bakery",
                     *           "profilePictureUrl": "/uploads/avatars/7c9e6679-7425-40de-944b-e07fc1f90ae7.jpg",
                     *           "accountType": "BUSINESS",
                     *           "partnerPageId": "105220188123456",
                     *           "partnerPageName": "Northwind Bakery",
                     *           "tokenExpiresAt": "2026-05-12T08:00:00.000Z",
                     *           "loginMethod": "partner",
                     *           "followersCount": 12840,
                     *           "mediaCount": 311,
                     *           "lastSyncedAt": "2026-03-14T06:00:00.000Z",
                     *           "createdAt": "2026-03-13T08:00:00.000Z"
                     *         },
                     *         "health": "ok",
                     *         "tokenDeadAt": null,
                     *         "tokenDeadReason": "The session has been invalidated because the user changed the password.",
                     *         "checkpointAt": null,
                     *         "checkpointReason": "The account is restricted.",
                     *         "remedy": "northwind.bakery must be connected again: The session has been invalidated because the user changed the password.",
                     *         "dataAccessUntil": "2026-06-11T08:00:00.000Z",
                     *         "warning": "northwind.bakery must be connected again before 2026-06-11T08:00:00.000Z (crier accounts connect): the data access of its login ends then, and the network may refuse its posts afterwards",
                     *         "mayComment": true,
                     *         "tokenExpiryAssumed": true
                     *       },
                     *       "choices": [
                     *         {
                     *           "snUserId": "17841400000000505",
                     *           "username": "crier.demo.studio",
                     *           "partnerPageId": "100000000000506",
                     *           "partnerPageName": "Demo Studio"
                     *         }
                     *       ],
                     *       "ticket": "Zm9v",
                     *       "mask": "IGAA···q3Zk, 184 characters",
                     *       "seen": {
                     *         "snUserId": "17841400000000505",
                     *         "username": "crier.demo.studio",
                     *         "name": "Demo Studio",
                     *         "loginMethod": "primary",
                     *         "accountType": "BUSINESS",
                     *         "partnerPageId": "100000000000506",
                     *         "partnerPageName": "Demo Studio",
                     *         "tokenExpiresAt": "2026-05-12T08:00:00.000Z",
                     *         "tokenExpiryAssumed": true,
                     *         "scopes": [
                     *           "instagram_business_basic",
                     *           "instagram_business_content_publish"
                     *         ],
                     *         "abilities": [
                     *           {
                     *             "id": "publish",
                     *             "may": true
                     *           }
                     *         ],
                     *         "isConnected": false,
                     *         "warnings": [
                     *           "text"
                     *         ]
                     *       },
                     *       "refusal": {
                     *         "code": "VALIDATION_ERROR",
                     *         "error": "the token lacks the permission instagram_content_publish",
                     *         "cure": {
                     *           "refusal": "tester",
                     *           "title": "The invite is not accepted yet",
                     *           "what": "this is the token of an app, which has no account",
                     *           "steps": [
                     *             "text"
                     *           ],
                     *           "link": "https://developers.facebook.com/apps/",
                     *           "said": "code 100: Unsupported request - method type: get"
                     *         }
                     *       },
                     *       "warnings": [
                     *         "text"
                     *       ],
                     *       "notes": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionAnswer"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `UNKNOWN_ERROR`: A service failed in a way that has no code of its own.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    beginLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "login": "primary",
                 *       "appId": "990000000000001",
                 *       "appSecret": "...",
                 *       "redirectUri": "https://localhost/",
                 *       "remember": true
                 *     }
                 */
                "application/json": components["schemas"]["BeginInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://www.instagram.com/oauth/authorize?client_id=1",
                     *       "state": "Zm9v",
                     *       "expiresAt": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BegunLogin"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    finishLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "redirectedUrl": "https://localhost/?code=abc&state=def#_",
                 *       "snUserId": "17841400000000505",
                 *       "ticket": "Zm9v"
                 *     }
                 */
                "application/json": components["schemas"]["FinishInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "account": {
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "snUserId": "17841400008460056",
                     *           "username": "northwind.bakery",
                     *           "name": "Northwind Bakery",
                     *           "profilePictureUrl": "/uploads/avatars/7c9e6679-7425-40de-944b-e07fc1f90ae7.jpg",
                     *           "accountType": "BUSINESS",
                     *           "partnerPageId": "105220188123456",
                     *           "partnerPageName": "Northwind Bakery",
                     *           "tokenExpiresAt": "2026-05-12T08:00:00.000Z",
                     *           "loginMethod": "partner",
                     *           "followersCount": 12840,
                     *           "mediaCount": 311,
                     *           "lastSyncedAt": "2026-03-14T06:00:00.000Z",
                     *           "createdAt": "2026-03-13T08:00:00.000Z"
                     *         },
                     *         "health": "ok",
                     *         "tokenDeadAt": null,
                     *         "tokenDeadReason": "The session has been invalidated because the user changed the password.",
                     *         "checkpointAt": null,
                     *         "checkpointReason": "The account is restricted.",
                     *         "remedy": "northwind.bakery must be connected again: The session has been invalidated because the user changed the password.",
                     *         "dataAccessUntil": "2026-06-11T08:00:00.000Z",
                     *         "warning": "northwind.bakery must be connected again before 2026-06-11T08:00:00.000Z (crier accounts connect): the data access of its login ends then, and the network may refuse its posts afterwards",
                     *         "mayComment": true,
                     *         "tokenExpiryAssumed": true
                     *       },
                     *       "choices": [
                     *         {
                     *           "snUserId": "17841400000000505",
                     *           "username": "crier.demo.studio",
                     *           "partnerPageId": "100000000000506",
                     *           "partnerPageName": "Demo Studio"
                     *         }
                     *       ],
                     *       "ticket": "Zm9v",
                     *       "mask": "IGAA···q3Zk, 184 characters",
                     *       "seen": {
                     *         "snUserId": "17841400000000505",
                     *         "username": "crier.demo.studio",
                     *         "name": "Demo Studio",
                     *         "loginMethod": "primary",
                     *         "accountType": "BUSINESS",
                     *         "partnerPageId": "100000000000506",
                     *         "partnerPageName": "Demo Studio",
                     *         "tokenExpiresAt": "2026-05-12T08:00:00.000Z",
                     *         "tokenExpiryAssumed": true,
                     *         "scopes": [
                     *           "instagram_business_basic",
                     *           "instagram_business_content_publish"
                     *         ],
                     *         "abilities": [
                     *           {
                     *             "id": "publish",
                     *             "may": true
                     *           }
                     *         ],
                     *         "isConnected": false,
                     *         "warnings": [
                     *           "text"
                     *         ]
                     *       },
                     *       "refusal": {
                     *         "code": "VALIDATION_ERROR",
                     *         "error": "the token lacks the permission instagram_content_publish",
                     *         "cure": {
                     *           "refusal": "tester",
                     *           "title": "The invite is not accepted yet",
                     *           "what": "this is the token of an app, which has no account",
                     *           "steps": [
                     *             "text"
                     *           ],
                     *           "link": "https://developers.facebook.com/apps/",
                     *           "said": "code 100: Unsupported request - method type: get"
                     *         }
                     *       },
                     *       "warnings": [
                     *         "text"
                     *       ],
                     *       "notes": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionAnswer"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `UNKNOWN_ERROR`: A service failed in a way that has no code of its own.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    importNativeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account that the session is for.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "session": "SANDBOX-session"
                 *     }
                 */
                "application/json": components["schemas"]["ImportSessionInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "snUsername": "sandbox.native",
                     *       "message": "The session of sandbox.native is saved.",
                     *       "versionWarning": null
                     *     }
                     */
                    "application/json": components["schemas"]["ImportedSession"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `LOGIN_FAILED`: The network rejected the credentials, wants the login confirmed in its own app, or gave no answer.
             *     - `TWO_FACTOR_REQUIRED`: The account has two-factor authentication, which a sign-in with the password cannot pass.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `LOGIN_RATE_LIMITED`: There were too many sign-in attempts for the account at the network.
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    checkNativeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "steps": [
                     *         {
                     *           "name": "publishing limit",
                     *           "expected": "HTTP 200 in the known form",
                     *           "actual": "HTTP 200, 2 of 50 used",
                     *           "row": "GET /{ig-user}/content_publishing_limit (Meta's reference, 2026-11-22)",
                     *           "verdict": "confirms"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccountCheck"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CREDENTIALS_NOT_CONFIGURED`: The account has no native-story credentials.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    disconnectAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    checkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "steps": [
                     *         {
                     *           "name": "publishing limit",
                     *           "expected": "HTTP 200 in the known form",
                     *           "actual": "HTTP 200, 2 of 50 used",
                     *           "row": "GET /{ig-user}/content_publishing_limit (Meta's reference, 2026-11-22)",
                     *           "verdict": "confirms"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccountCheck"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    refreshAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "account": {
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "snUserId": "17841400008460056",
                     *           "username": "northwind.bakery",
                     *           "name": "Northwind Bakery",
                     *           "profilePictureUrl": "/uploads/avatars/7c9e6679-7425-40de-944b-e07fc1f90ae7.jpg",
                     *           "accountType": "BUSINESS",
                     *           "partnerPageId": "105220188123456",
                     *           "partnerPageName": "Northwind Bakery",
                     *           "tokenExpiresAt": "2026-05-12T08:00:00.000Z",
                     *           "loginMethod": "partner",
                     *           "followersCount": 12840,
                     *           "mediaCount": 311,
                     *           "lastSyncedAt": "2026-03-14T06:00:00.000Z",
                     *           "createdAt": "2026-03-13T08:00:00.000Z"
                     *         },
                     *         "health": "ok",
                     *         "tokenDeadAt": null,
                     *         "tokenDeadReason": "The session has been invalidated because the user changed the password.",
                     *         "checkpointAt": null,
                     *         "checkpointReason": "The account is restricted.",
                     *         "remedy": "northwind.bakery must be connected again: The session has been invalidated because the user changed the password.",
                     *         "dataAccessUntil": "2026-06-11T08:00:00.000Z",
                     *         "warning": "northwind.bakery must be connected again before 2026-06-11T08:00:00.000Z (crier accounts connect): the data access of its login ends then, and the network may refuse its posts afterwards",
                     *         "mayComment": true,
                     *         "tokenExpiryAssumed": true
                     *       },
                     *       "tokenRefreshed": true,
                     *       "note": ""
                     *     }
                     */
                    "application/json": components["schemas"]["RefreshAnswer"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `UNKNOWN_ERROR`: A service failed in a way that has no code of its own.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "folder": "/home/mara/.local/share/crier/backups",
                     *       "isBeside": true,
                     *       "files": [
                     *         {
                     *           "name": "crier-20260314T050000Z-1f2e3d4c-4.4.0.crier",
                     *           "at": "2026-03-14T05:00:00.000Z",
                     *           "bytes": 1800000000,
                     *           "isAutomatic": false,
                     *           "hasMedia": true
                     *         }
                     *       ],
                     *       "next": "2026-03-15T05:00:00.000Z",
                     *       "failedAt": null,
                     *       "failedFor": "text",
                     *       "problem": "text",
                     *       "restored": {
                     *         "id": "b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d",
                     *         "at": "2026-03-14T10:00:00.000Z",
                     *         "madeAt": "2026-03-14T05:00:00.000Z",
                     *         "failed": "text",
                     *         "kept": "/home/mara/.local/share/crier.before-restore-20260314T100000Z",
                     *         "missing": 0,
                     *         "isRevoked": true,
                     *         "isForgotten": false,
                     *         "isQuarantined": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    makeBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "passphrase": "text"
                 *     }
                 */
                "application/json": components["schemas"]["MakeRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "crier-20260314T050000Z-1f2e3d4c-4.4.0.crier",
                     *       "at": "2026-03-14T05:00:00.000Z",
                     *       "bytes": 1800000000,
                     *       "isAutomatic": false,
                     *       "hasMedia": true
                     *     }
                     */
                    "application/json": components["schemas"]["Stored"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATE`: The state of a story repost's record, or of Crier itself, does not allow the operation.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    checkBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "backup-upload-1847205963",
                 *       "keyFile": "text",
                 *       "passphrase": "text"
                 *     }
                 */
                "application/json": components["schemas"]["Source"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "file": "backup-upload-1847205963",
                     *       "at": "2026-03-14T05:00:00.000Z",
                     *       "version": "4.4.0",
                     *       "files": 215,
                     *       "bytes": 1800000000,
                     *       "hasMedia": true,
                     *       "isOwn": true,
                     *       "hasKey": false,
                     *       "key": "opens"
                     *     }
                     */
                    "application/json": components["schemas"]["Looked"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATE`: The state of a story repost's record, or of Crier itself, does not allow the operation.
             *     - `UPLOAD_ERROR`: The upload is too large, incomplete or not in a field named file, or the disk is full.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the backup.
                 * @example text
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example (bytes) */
                    "application/octet-stream": string;
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the backup.
                 * @example text
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    exportKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "passphrase": "text"
                 *     }
                 */
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "crier-20260314.key",
                     *       "content": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyFile"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    tryKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keyFile": "text",
                 *       "passphrase": "text"
                 *     }
                 */
                "application/json": components["schemas"]["TryRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isOwn": true
                     *     }
                     */
                    "application/json": components["schemas"]["TriedKey"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `UPLOAD_ERROR`: The upload is too large, incomplete or not in a field named file, or the disk is full.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    restoreBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "backup-upload-1847205963",
                 *       "keepKeys": false,
                 *       "keyFile": "text",
                 *       "passphrase": "text",
                 *       "withoutKey": false
                 *     }
                 */
                "application/json": components["schemas"]["RestoreRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d",
                     *       "signIn": "/login?code=u7Yt0mYQz0f2d4nqP1"
                     *     }
                     */
                    "application/json": components["schemas"]["Restoring"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATE`: The state of a story repost's record, or of Crier itself, does not allow the operation.
             *     - `UPLOAD_ERROR`: The upload is too large, incomplete or not in a field named file, or the disk is full.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    stageBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "noMedia": false
                 *     }
                 */
                "application/json": components["schemas"]["StageRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "folder": "backup-1847205963"
                     *     }
                     */
                    "application/json": components["schemas"]["Staged"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    uploadBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "file": "backup-upload-1847205963",
                     *       "at": "2026-03-14T05:00:00.000Z",
                     *       "version": "4.4.0",
                     *       "files": 215,
                     *       "bytes": 1800000000,
                     *       "hasMedia": true,
                     *       "isOwn": true,
                     *       "hasKey": false,
                     *       "key": "opens"
                     *     }
                     */
                    "application/json": components["schemas"]["Looked"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATE`: The state of a story repost's record, or of Crier itself, does not allow the operation.
             *     - `UPLOAD_ERROR`: The upload is too large, incomplete or not in a field named file, or the disk is full.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getBucket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "configured": true,
                     *       "fromEnvironment": false,
                     *       "endpoint": "https://0123456789abcdef.r2.cloudflarestorage.com",
                     *       "region": "auto",
                     *       "name": "crier-media",
                     *       "accessKeyId": "f1d2d2f924e986ac86fdf7b36c94bcdf",
                     *       "publicUrl": "https://media.example.com",
                     *       "checkedAt": "2026-03-10T17:04:12.000Z",
                     *       "problem": null
                     *     }
                     */
                    "application/json": components["schemas"]["BucketStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    setBucket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "endpoint": "https://0123456789abcdef.r2.cloudflarestorage.com",
                 *       "name": "crier-media",
                 *       "accessKeyId": "f1d2d2f924e986ac86fdf7b36c94bcdf",
                 *       "publicUrl": "https://media.example.com",
                 *       "region": "auto",
                 *       "secretAccessKey": "..."
                 *     }
                 */
                "application/json": components["schemas"]["BucketRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "configured": true,
                     *       "fromEnvironment": false,
                     *       "endpoint": "https://0123456789abcdef.r2.cloudflarestorage.com",
                     *       "region": "auto",
                     *       "name": "crier-media",
                     *       "accessKeyId": "f1d2d2f924e986ac86fdf7b36c94bcdf",
                     *       "publicUrl": "https://media.example.com",
                     *       "checkedAt": "2026-03-10T17:04:12.000Z",
                     *       "problem": null
                     *     }
                     */
                    "application/json": components["schemas"]["BucketStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `BUCKET_NOT_CONFIGURED`: In live mode the network fetches media from a public address, and there is none, or the one that is set does not work.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    removeBucket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    checkBucket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "configured": true,
                     *       "fromEnvironment": false,
                     *       "endpoint": "https://0123456789abcdef.r2.cloudflarestorage.com",
                     *       "region": "auto",
                     *       "name": "crier-media",
                     *       "accessKeyId": "f1d2d2f924e986ac86fdf7b36c94bcdf",
                     *       "publicUrl": "https://media.example.com",
                     *       "checkedAt": "2026-03-10T17:04:12.000Z",
                     *       "problem": null
                     *     }
                     */
                    "application/json": components["schemas"]["BucketStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `BUCKET_NOT_CONFIGURED`: In live mode the network fetches media from a public address, and there is none, or the one that is set does not work.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    checkCloud: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "calls": [
                     *         {
                     *           "name": "list scripts",
                     *           "actual": "2 scripts",
                     *           "row": "GET /accounts/{account}/workers/scripts (Cloudflare's SDK 7.3.0; 2026-11-24)",
                     *           "verdict": "confirms"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CloudCheck"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deployCloudWorker: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isConfigured": false,
                     *       "isVerified": false,
                     *       "lastVerifiedAt": null,
                     *       "problemCode": "WORKER_UNREACHABLE",
                     *       "problem": null,
                     *       "hasApiToken": false,
                     *       "tokenExpiresAt": "2026-06-11T08:00:00.000Z",
                     *       "tokenWarning": "Cloudflare's API token must be extended or replaced before 2026-06-11T08:00:00.000Z (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards",
                     *       "accountId": null,
                     *       "namespaceId": null,
                     *       "bucketName": null,
                     *       "workerName": null,
                     *       "workerUrl": null,
                     *       "version": null,
                     *       "deployedAt": null,
                     *       "isCurrent": false,
                     *       "epoch": 0,
                     *       "refusal": null,
                     *       "isClosing": false,
                     *       "lastCronRun": null,
                     *       "isCronDead": false,
                     *       "usage": [
                     *         {
                     *           "day": "2026-11-25",
                     *           "requests": 1540,
                     *           "rowsRead": 60000,
                     *           "rowsWritten": 4000,
                     *           "kvReads": 12,
                     *           "kvWrites": 300,
                     *           "kvDeletes": 1
                     *         }
                     *       ],
                     *       "usageReadAt": null,
                     *       "freePlan": {
                     *         "requests": 1540,
                     *         "rowsRead": 60000,
                     *         "rowsWritten": 4000,
                     *         "kvReads": 12,
                     *         "kvWrites": 300,
                     *         "kvDeletes": 1
                     *       },
                     *       "media": {
                     *         "from": "worker",
                     *         "checkedAt": null,
                     *         "files": 12,
                     *         "bytes": 48000000,
                     *         "maxBytes": 4800000000
                     *       },
                     *       "notifyHost": "ntfy.sh",
                     *       "notifyProblem": null,
                     *       "warnings": [
                     *         "text"
                     *       ],
                     *       "steps": [
                     *         {
                     *           "name": "upload",
                     *           "state": "PENDING",
                     *           "code": "WORKER_DEPLOY_FAILED",
                     *           "text": "text",
                     *           "needs": "permission",
                     *           "said": "upload the script: Authentication error (HTTP 403, code 10000)",
                     *           "at": null
                     *         }
                     *       ],
                     *       "isRunning": false,
                     *       "canGoOn": false,
                     *       "accounts": [
                     *         {
                     *           "id": "0123456789abcdef0123456789abcdef",
                     *           "name": "Anna"
                     *         }
                     *       ],
                     *       "tokenPage": "https://dash.cloudflare.com/profile/api-tokens?name=Crier",
                     *       "tokenPageR2": "https://dash.cloudflare.com/profile/api-tokens?name=Crier"
                     *     }
                     */
                    "application/json": components["schemas"]["SetupStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `WORKER_DEPLOY_FAILED`: The cloud worker could not be deployed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    openCloudLogs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "03f4c1a2b5d64e7f8091a2b3c4d5e6f7",
                     *       "url": "wss://tail.developers.workers.dev/03f4c1a2b5d64e7f8091a2b3c4d5e6f7",
                     *       "expiresAt": "2026-03-14T15:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LogSocket"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readCloudLogs: {
        parameters: {
            query?: {
                /**
                 * @description The number that the last answer named as next; left out, what is kept.
                 * @example 12
                 */
                from?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "number": 11,
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "what": "GET /v1/results 200",
                     *           "outcome": "ok",
                     *           "lines": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "next": 12,
                     *       "ended": null
                     *     }
                     */
                    "application/json": components["schemas"]["LogPage"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    closeCloudLogs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the socket.
                 * @example 03f4c1a2b5d64e7f8091a2b3c4d5e6f7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    moveMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "worker"
                 *     }
                 */
                "application/json": components["schemas"]["MediaRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isConfigured": false,
                     *       "isVerified": false,
                     *       "lastVerifiedAt": null,
                     *       "problemCode": "WORKER_UNREACHABLE",
                     *       "problem": null,
                     *       "hasApiToken": false,
                     *       "tokenExpiresAt": "2026-06-11T08:00:00.000Z",
                     *       "tokenWarning": "Cloudflare's API token must be extended or replaced before 2026-06-11T08:00:00.000Z (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards",
                     *       "accountId": null,
                     *       "namespaceId": null,
                     *       "bucketName": null,
                     *       "workerName": null,
                     *       "workerUrl": null,
                     *       "version": null,
                     *       "deployedAt": null,
                     *       "isCurrent": false,
                     *       "epoch": 0,
                     *       "refusal": null,
                     *       "isClosing": false,
                     *       "lastCronRun": null,
                     *       "isCronDead": false,
                     *       "usage": [
                     *         {
                     *           "day": "2026-11-25",
                     *           "requests": 1540,
                     *           "rowsRead": 60000,
                     *           "rowsWritten": 4000,
                     *           "kvReads": 12,
                     *           "kvWrites": 300,
                     *           "kvDeletes": 1
                     *         }
                     *       ],
                     *       "usageReadAt": null,
                     *       "freePlan": {
                     *         "requests": 1540,
                     *         "rowsRead": 60000,
                     *         "rowsWritten": 4000,
                     *         "kvReads": 12,
                     *         "kvWrites": 300,
                     *         "kvDeletes": 1
                     *       },
                     *       "media": {
                     *         "from": "worker",
                     *         "checkedAt": null,
                     *         "files": 12,
                     *         "bytes": 48000000,
                     *         "maxBytes": 4800000000
                     *       },
                     *       "notifyHost": "ntfy.sh",
                     *       "notifyProblem": null,
                     *       "warnings": [
                     *         "text"
                     *       ],
                     *       "steps": [
                     *         {
                     *           "name": "upload",
                     *           "state": "PENDING",
                     *           "code": "WORKER_DEPLOY_FAILED",
                     *           "text": "text",
                     *           "needs": "permission",
                     *           "said": "upload the script: Authentication error (HTTP 403, code 10000)",
                     *           "at": null
                     *         }
                     *       ],
                     *       "isRunning": false,
                     *       "canGoOn": false,
                     *       "accounts": [
                     *         {
                     *           "id": "0123456789abcdef0123456789abcdef",
                     *           "name": "Anna"
                     *         }
                     *       ],
                     *       "tokenPage": "https://dash.cloudflare.com/profile/api-tokens?name=Crier",
                     *       "tokenPageR2": "https://dash.cloudflare.com/profile/api-tokens?name=Crier"
                     *     }
                     */
                    "application/json": components["schemas"]["SetupStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `BUCKET_NOT_CONFIGURED`: In live mode the network fetches media from a public address, and there is none, or the one that is set does not work.
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `WORKER_DEPLOY_FAILED`: The cloud worker could not be deployed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    setCloudNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://ntfy.sh/crier-k3wq7mzx",
                 *       "kind": "ntfy"
                 *     }
                 */
                "application/json": components["schemas"]["NotificationRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "host": "ntfy.sh",
                     *       "kind": "ntfy",
                     *       "delivered": false,
                     *       "problem": null
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationTest"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `WORKER_DEPLOY_FAILED`: The cloud worker could not be deployed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    removeCloudNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `WORKER_DEPLOY_FAILED`: The cloud worker could not be deployed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getCloudSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isConfigured": false,
                     *       "isVerified": false,
                     *       "lastVerifiedAt": null,
                     *       "problemCode": "WORKER_UNREACHABLE",
                     *       "problem": null,
                     *       "hasApiToken": false,
                     *       "tokenExpiresAt": "2026-06-11T08:00:00.000Z",
                     *       "tokenWarning": "Cloudflare's API token must be extended or replaced before 2026-06-11T08:00:00.000Z (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards",
                     *       "accountId": null,
                     *       "namespaceId": null,
                     *       "bucketName": null,
                     *       "workerName": null,
                     *       "workerUrl": null,
                     *       "version": null,
                     *       "deployedAt": null,
                     *       "isCurrent": false,
                     *       "epoch": 0,
                     *       "refusal": null,
                     *       "isClosing": false,
                     *       "lastCronRun": null,
                     *       "isCronDead": false,
                     *       "usage": [
                     *         {
                     *           "day": "2026-11-25",
                     *           "requests": 1540,
                     *           "rowsRead": 60000,
                     *           "rowsWritten": 4000,
                     *           "kvReads": 12,
                     *           "kvWrites": 300,
                     *           "kvDeletes": 1
                     *         }
                     *       ],
                     *       "usageReadAt": null,
                     *       "freePlan": {
                     *         "requests": 1540,
                     *         "rowsRead": 60000,
                     *         "rowsWritten": 4000,
                     *         "kvReads": 12,
                     *         "kvWrites": 300,
                     *         "kvDeletes": 1
                     *       },
                     *       "media": {
                     *         "from": "worker",
                     *         "checkedAt": null,
                     *         "files": 12,
                     *         "bytes": 48000000,
                     *         "maxBytes": 4800000000
                     *       },
                     *       "notifyHost": "ntfy.sh",
                     *       "notifyProblem": null,
                     *       "warnings": [
                     *         "text"
                     *       ],
                     *       "steps": [
                     *         {
                     *           "name": "upload",
                     *           "state": "PENDING",
                     *           "code": "WORKER_DEPLOY_FAILED",
                     *           "text": "text",
                     *           "needs": "permission",
                     *           "said": "upload the script: Authentication error (HTTP 403, code 10000)",
                     *           "at": null
                     *         }
                     *       ],
                     *       "isRunning": false,
                     *       "canGoOn": false,
                     *       "accounts": [
                     *         {
                     *           "id": "0123456789abcdef0123456789abcdef",
                     *           "name": "Anna"
                     *         }
                     *       ],
                     *       "tokenPage": "https://dash.cloudflare.com/profile/api-tokens?name=Crier",
                     *       "tokenPageR2": "https://dash.cloudflare.com/profile/api-tokens?name=Crier"
                     *     }
                     */
                    "application/json": components["schemas"]["SetupStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    setUpCloud: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": "0123456789abcdef0123456789abcdef",
                 *       "apiToken": "...",
                 *       "bucketMayBePublic": false,
                 *       "bucketName": "crier-media",
                 *       "bucketPublicUrl": "https://media.example.com",
                 *       "replace": false,
                 *       "subdomain": "example",
                 *       "workerName": "crier-k3wq7mzx"
                 *     }
                 */
                "application/json": components["schemas"]["SetupRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isConfigured": false,
                     *       "isVerified": false,
                     *       "lastVerifiedAt": null,
                     *       "problemCode": "WORKER_UNREACHABLE",
                     *       "problem": null,
                     *       "hasApiToken": false,
                     *       "tokenExpiresAt": "2026-06-11T08:00:00.000Z",
                     *       "tokenWarning": "Cloudflare's API token must be extended or replaced before 2026-06-11T08:00:00.000Z (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards",
                     *       "accountId": null,
                     *       "namespaceId": null,
                     *       "bucketName": null,
                     *       "workerName": null,
                     *       "workerUrl": null,
                     *       "version": null,
                     *       "deployedAt": null,
                     *       "isCurrent": false,
                     *       "epoch": 0,
                     *       "refusal": null,
                     *       "isClosing": false,
                     *       "lastCronRun": null,
                     *       "isCronDead": false,
                     *       "usage": [
                     *         {
                     *           "day": "2026-11-25",
                     *           "requests": 1540,
                     *           "rowsRead": 60000,
                     *           "rowsWritten": 4000,
                     *           "kvReads": 12,
                     *           "kvWrites": 300,
                     *           "kvDeletes": 1
                     *         }
                     *       ],
                     *       "usageReadAt": null,
                     *       "freePlan": {
                     *         "requests": 1540,
                     *         "rowsRead": 60000,
                     *         "rowsWritten": 4000,
                     *         "kvReads": 12,
                     *         "kvWrites": 300,
                     *         "kvDeletes": 1
                     *       },
                     *       "media": {
                     *         "from": "worker",
                     *         "checkedAt": null,
                     *         "files": 12,
                     *         "bytes": 48000000,
                     *         "maxBytes": 4800000000
                     *       },
                     *       "notifyHost": "ntfy.sh",
                     *       "notifyProblem": null,
                     *       "warnings": [
                     *         "text"
                     *       ],
                     *       "steps": [
                     *         {
                     *           "name": "upload",
                     *           "state": "PENDING",
                     *           "code": "WORKER_DEPLOY_FAILED",
                     *           "text": "text",
                     *           "needs": "permission",
                     *           "said": "upload the script: Authentication error (HTTP 403, code 10000)",
                     *           "at": null
                     *         }
                     *       ],
                     *       "isRunning": false,
                     *       "canGoOn": false,
                     *       "accounts": [
                     *         {
                     *           "id": "0123456789abcdef0123456789abcdef",
                     *           "name": "Anna"
                     *         }
                     *       ],
                     *       "tokenPage": "https://dash.cloudflare.com/profile/api-tokens?name=Crier",
                     *       "tokenPageR2": "https://dash.cloudflare.com/profile/api-tokens?name=Crier"
                     *     }
                     */
                    "application/json": components["schemas"]["SetupStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `BUCKET_NOT_CONFIGURED`: In live mode the network fetches media from a public address, and there is none, or the one that is set does not work.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `WORKER_DEPLOY_FAILED`: The cloud worker could not be deployed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    tearCloudDown: {
        parameters: {
            query?: {
                /**
                 * @description Delete a worker that does not answer without having asked it. One that answers is asked all the same.
                 * @example false
                 */
                force?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `WORKER_DEPLOY_FAILED`: The cloud worker could not be deployed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    verifyCloud: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isConfigured": false,
                     *       "isVerified": false,
                     *       "lastVerifiedAt": null,
                     *       "problemCode": "WORKER_UNREACHABLE",
                     *       "problem": null,
                     *       "hasApiToken": false,
                     *       "tokenExpiresAt": "2026-06-11T08:00:00.000Z",
                     *       "tokenWarning": "Cloudflare's API token must be extended or replaced before 2026-06-11T08:00:00.000Z (crier cloud setup): it ends then, and Cloudflare takes no new posts and files afterwards",
                     *       "accountId": null,
                     *       "namespaceId": null,
                     *       "bucketName": null,
                     *       "workerName": null,
                     *       "workerUrl": null,
                     *       "version": null,
                     *       "deployedAt": null,
                     *       "isCurrent": false,
                     *       "epoch": 0,
                     *       "refusal": null,
                     *       "isClosing": false,
                     *       "lastCronRun": null,
                     *       "isCronDead": false,
                     *       "usage": [
                     *         {
                     *           "day": "2026-11-25",
                     *           "requests": 1540,
                     *           "rowsRead": 60000,
                     *           "rowsWritten": 4000,
                     *           "kvReads": 12,
                     *           "kvWrites": 300,
                     *           "kvDeletes": 1
                     *         }
                     *       ],
                     *       "usageReadAt": null,
                     *       "freePlan": {
                     *         "requests": 1540,
                     *         "rowsRead": 60000,
                     *         "rowsWritten": 4000,
                     *         "kvReads": 12,
                     *         "kvWrites": 300,
                     *         "kvDeletes": 1
                     *       },
                     *       "media": {
                     *         "from": "worker",
                     *         "checkedAt": null,
                     *         "files": 12,
                     *         "bytes": 48000000,
                     *         "maxBytes": 4800000000
                     *       },
                     *       "notifyHost": "ntfy.sh",
                     *       "notifyProblem": null,
                     *       "warnings": [
                     *         "text"
                     *       ],
                     *       "steps": [
                     *         {
                     *           "name": "upload",
                     *           "state": "PENDING",
                     *           "code": "WORKER_DEPLOY_FAILED",
                     *           "text": "text",
                     *           "needs": "permission",
                     *           "said": "upload the script: Authentication error (HTTP 403, code 10000)",
                     *           "at": null
                     *         }
                     *       ],
                     *       "isRunning": false,
                     *       "canGoOn": false,
                     *       "accounts": [
                     *         {
                     *           "id": "0123456789abcdef0123456789abcdef",
                     *           "name": "Anna"
                     *         }
                     *       ],
                     *       "tokenPage": "https://dash.cloudflare.com/profile/api-tokens?name=Crier",
                     *       "tokenPageR2": "https://dash.cloudflare.com/profile/api-tokens?name=Crier"
                     *     }
                     */
                    "application/json": components["schemas"]["SetupStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `BUCKET_NOT_CONFIGURED`: In live mode the network fetches media from a public address, and there is none, or the one that is set does not work.
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `TOKEN_REQUIRED`: The cloud provider's API token is not saved.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `WORKER_DEPLOY_FAILED`: The cloud worker could not be deployed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /**
                 * @description The same, for a page that takes over from another and so cannot set the header, which counts where both are there.
                 * @example K7QX2MPA-41
                 */
                after?: string;
            };
            header?: {
                /**
                 * @description The id of the last event that the reader had; browsers send it when they connect again. The events after it come first, or an event called reset where they are not kept.
                 * @example K7QX2MPA-41
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of events; the schema is that of the data of each. The data of a reset is {}. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "post",
                     *       "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *       "updatedAt": "2026-03-14T09:26:53.120Z"
                     *     }
                     */
                    "text/event-stream": components["schemas"]["Event"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getForecast: {
        parameters: {
            query?: {
                /**
                 * @description How many times 24 hours are looked at.
                 * @example 7
                 */
                days?: number;
                /**
                 * @description IANA name of the time zone whose days these are.
                 * @example Europe/Berlin
                 */
                timezone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forecast"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getGoLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "live",
                     *       "looking": false,
                     *       "steps": [
                     *         {
                     *           "id": "media",
                     *           "title": "A public address for your pictures",
                     *           "state": "done",
                     *           "needed": true,
                     *           "proof": "A small object is put, fetched from outside and deleted.",
                     *           "evidence": "A small object was put, fetched from media.example.com and deleted.",
                     *           "said": "code 100, subcode 2207089: strange setting",
                     *           "fix": "Look whether the address can be reached from outside. Then look again.",
                     *           "cure": [
                     *             "text"
                     *           ],
                     *           "command": "crier cloud setup",
                     *           "link": "https://developers.facebook.com/apps/",
                     *           "linkWalkedAt": "2026-11-21",
                     *           "postId": null,
                     *           "checkedAt": "2026-11-29T09:12:00.000Z"
                     *         }
                     *       ],
                     *       "setUps": [
                     *         {
                     *           "name": "Instagram login",
                     *           "choose": "For posts on Instagram alone: API setup with Instagram login.",
                     *           "cannot": "It has no Page, and can delete no posts."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checklist"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    lookGoLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "step": "media"
                 *     }
                 */
                "application/json": components["schemas"]["LookInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "live",
                     *       "looking": false,
                     *       "steps": [
                     *         {
                     *           "id": "media",
                     *           "title": "A public address for your pictures",
                     *           "state": "done",
                     *           "needed": true,
                     *           "proof": "A small object is put, fetched from outside and deleted.",
                     *           "evidence": "A small object was put, fetched from media.example.com and deleted.",
                     *           "said": "code 100, subcode 2207089: strange setting",
                     *           "fix": "Look whether the address can be reached from outside. Then look again.",
                     *           "cure": [
                     *             "text"
                     *           ],
                     *           "command": "crier cloud setup",
                     *           "link": "https://developers.facebook.com/apps/",
                     *           "linkWalkedAt": "2026-11-21",
                     *           "postId": null,
                     *           "checkedAt": "2026-11-29T09:12:00.000Z"
                     *         }
                     *       ],
                     *       "setUps": [
                     *         {
                     *           "name": "Instagram login",
                     *           "choose": "For posts on Instagram alone: API setup with Instagram login.",
                     *           "cannot": "It has no Page, and can delete no posts."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Checklist"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "limits": [
                     *         {
                     *           "name": "feed-picture-tallest",
                     *           "value": 0.75,
                     *           "unit": "width:height",
                     *           "for": "a picture in the feed or of a carousel, at its tallest",
                     *           "source": "the network's reference of POST /{ig-user-id}/media, v25.0",
                     *           "confirmed": "2026-11-29",
                     *           "confidence": "certain",
                     *           "isFixed": false,
                     *           "builtIn": 0.75
                     *         }
                     *       ],
                     *       "problems": []
                     *     }
                     */
                    "application/json": components["schemas"]["NetworkLimits"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    findMediaIDs: {
        parameters: {
            query: {
                /**
                 * @description The first characters of the id.
                 * @example 1b4e28ba
                 */
                prefix: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ids": [
                     *         "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MediaIDs"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `MISSING_PARAM`: A required query parameter is absent.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    searchMedia: {
        parameters: {
            query?: {
                /**
                 * @description Only files with this in their name, in large or small letters.
                 * @example loaves
                 */
                q?: string;
                /**
                 * @description Only pictures, or only videos.
                 * @example image
                 */
                kind?: "image" | "video";
                /**
                 * @description Only files that can be published as this kind of post, as they are.
                 * @example IMAGE
                 */
                usable?: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
                /**
                 * @description next of the answer before; absent for the newest files.
                 * @example 1773480067412.1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                cursor?: string;
                /**
                 * @description How many files to return, 1 to 100.
                 * @example 60
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "files": [
                     *         {
                     *           "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *           "name": "loaves.png",
                     *           "kind": "image",
                     *           "mimeType": "image/jpeg",
                     *           "width": 1080,
                     *           "height": 1350,
                     *           "durationSeconds": 12.5,
                     *           "fileSize": 482113,
                     *           "isEdited": false,
                     *           "isCard": false,
                     *           "usableAs": [
                     *             "IMAGE",
                     *             "CAROUSEL",
                     *             "STORIES"
                     *           ],
                     *           "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *           "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *           "createdAt": "2026-03-14T09:21:07.412Z"
                     *         }
                     *       ],
                     *       "next": "1773480067412.1b4e28ba-2fa1-4d2e-883f-0016d3cca427"
                     *     }
                     */
                    "application/json": components["schemas"]["LibraryPage"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    checkMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the media file.
                 * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaFileId": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *       "uses": [
                     *         {
                     *           "mediaType": "IMAGE",
                     *           "isPublishable": true,
                     *           "source": "the network's reference",
                     *           "problems": [
                     *             {
                     *               "rule": "aspect-ratio",
                     *               "message": "text",
                     *               "figure": "the picture is 1080 by 1920 pixels, a ratio of 0.56",
                     *               "limit": "0.75 (3:4) to 1.91 (1.91:1)",
                     *               "fixes": [
                     *                 {
                     *                   "kind": "EDIT",
                     *                   "says": "Pad it to 4:5 with a blurred copy of itself.",
                     *                   "edits": {
                     *                     "crop": {
                     *                       "focusX": 0.5,
                     *                       "focusY": 0.5,
                     *                       "height": 1,
                     *                       "ratio": "4:5",
                     *                       "width": 0.8,
                     *                       "x": 0.1,
                     *                       "y": 0
                     *                     },
                     *                     "flipHorizontal": false,
                     *                     "flipVertical": false,
                     *                     "pad": {
                     *                       "ratio": "4:5",
                     *                       "fill": "color",
                     *                       "color": "#ffffff"
                     *                     },
                     *                     "resize": {
                     *                       "height": 1350,
                     *                       "width": 1080
                     *                     },
                     *                     "rotate": 90,
                     *                     "texts": [
                     *                       {
                     *                         "text": "Fresh bread",
                     *                         "x": 0.5,
                     *                         "y": 0.85,
                     *                         "size": 0.06,
                     *                         "align": "center",
                     *                         "background": "#000000aa",
                     *                         "bold": false,
                     *                         "color": "#ffffff",
                     *                         "maxWidth": 0.8,
                     *                         "rotation": 0
                     *                       }
                     *                     ]
                     *                   }
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "doubts": [
                     *             {
                     *               "rule": "aspect-ratio",
                     *               "message": "text",
                     *               "figure": "the picture is 1080 by 1920 pixels, a ratio of 0.56",
                     *               "limit": "0.75 (3:4) to 1.91 (1.91:1)",
                     *               "fixes": [
                     *                 {
                     *                   "kind": "EDIT",
                     *                   "says": "Pad it to 4:5 with a blurred copy of itself.",
                     *                   "edits": {
                     *                     "crop": {
                     *                       "focusX": 0.5,
                     *                       "focusY": 0.5,
                     *                       "height": 1,
                     *                       "ratio": "4:5",
                     *                       "width": 0.8,
                     *                       "x": 0.1,
                     *                       "y": 0
                     *                     },
                     *                     "flipHorizontal": false,
                     *                     "flipVertical": false,
                     *                     "pad": {
                     *                       "ratio": "4:5",
                     *                       "fill": "color",
                     *                       "color": "#ffffff"
                     *                     },
                     *                     "resize": {
                     *                       "height": 1350,
                     *                       "width": 1080
                     *                     },
                     *                     "rotate": 90,
                     *                     "texts": [
                     *                       {
                     *                         "text": "Fresh bread",
                     *                         "x": 0.5,
                     *                         "y": 0.85,
                     *                         "size": 0.06,
                     *                         "align": "center",
                     *                         "background": "#000000aa",
                     *                         "bold": false,
                     *                         "color": "#ffffff",
                     *                         "maxWidth": 0.8,
                     *                         "rotation": 0
                     *                       }
                     *                     ]
                     *                   }
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "notes": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Check"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getMediaConversion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the media file.
                 * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaFileId": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *       "purpose": "REELS",
                     *       "state": "WAITING",
                     *       "error": null,
                     *       "requestedAt": "2026-03-14T09:21:07.412Z",
                     *       "edits": {
                     *         "crop": {
                     *           "focusX": 0.5,
                     *           "focusY": 0.5,
                     *           "height": 1,
                     *           "ratio": "4:5",
                     *           "width": 0.8,
                     *           "x": 0.1,
                     *           "y": 0
                     *         },
                     *         "flipHorizontal": false,
                     *         "flipVertical": false,
                     *         "pad": {
                     *           "ratio": "4:5",
                     *           "fill": "color",
                     *           "color": "#ffffff"
                     *         },
                     *         "resize": {
                     *           "height": 1350,
                     *           "width": 1080
                     *         },
                     *         "rotate": 90,
                     *         "texts": [
                     *           {
                     *             "text": "Fresh bread",
                     *             "x": 0.5,
                     *             "y": 0.85,
                     *             "size": 0.06,
                     *             "align": "center",
                     *             "background": "#000000aa",
                     *             "bold": false,
                     *             "color": "#ffffff",
                     *             "maxWidth": 0.8,
                     *             "rotation": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Conversion"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    convertMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the media file.
                 * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "purpose": "REELS"
                 *     }
                 */
                "application/json": components["schemas"]["ConversionInputBody"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaFileId": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *       "purpose": "REELS",
                     *       "state": "WAITING",
                     *       "error": null,
                     *       "requestedAt": "2026-03-14T09:21:07.412Z",
                     *       "edits": {
                     *         "crop": {
                     *           "focusX": 0.5,
                     *           "focusY": 0.5,
                     *           "height": 1,
                     *           "ratio": "4:5",
                     *           "width": 0.8,
                     *           "x": 0.1,
                     *           "y": 0
                     *         },
                     *         "flipHorizontal": false,
                     *         "flipVertical": false,
                     *         "pad": {
                     *           "ratio": "4:5",
                     *           "fill": "color",
                     *           "color": "#ffffff"
                     *         },
                     *         "resize": {
                     *           "height": 1350,
                     *           "width": 1080
                     *         },
                     *         "rotate": 90,
                     *         "texts": [
                     *           {
                     *             "text": "Fresh bread",
                     *             "x": 0.5,
                     *             "y": 0.85,
                     *             "size": 0.06,
                     *             "align": "center",
                     *             "background": "#000000aa",
                     *             "bold": false,
                     *             "color": "#ffffff",
                     *             "maxWidth": 0.8,
                     *             "rotation": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Conversion"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_MEDIA_TYPE`: The file does not fit the media type.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getMediaEdits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the media file.
                 * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaFile": {
                     *         "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *         "originalFilename": "loaves.png",
                     *         "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "mimeType": "image/jpeg",
                     *         "fileSize": 482113,
                     *         "width": 1080,
                     *         "height": 1350,
                     *         "durationSeconds": null,
                     *         "aspectRatio": "4:5",
                     *         "isValid": true,
                     *         "validationErrors": null,
                     *         "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "processedPath": null,
                     *         "createdAt": "2026-03-14T09:21:07.412Z",
                     *         "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "publicUrl": null,
                     *         "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *       },
                     *       "missing": [
                     *         "text"
                     *       ],
                     *       "conversion": {
                     *         "mediaFileId": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *         "purpose": "REELS",
                     *         "state": "WAITING",
                     *         "error": null,
                     *         "requestedAt": "2026-03-14T09:21:07.412Z",
                     *         "edits": {
                     *           "crop": {
                     *             "focusX": 0.5,
                     *             "focusY": 0.5,
                     *             "height": 1,
                     *             "ratio": "4:5",
                     *             "width": 0.8,
                     *             "x": 0.1,
                     *             "y": 0
                     *           },
                     *           "flipHorizontal": false,
                     *           "flipVertical": false,
                     *           "pad": {
                     *             "ratio": "4:5",
                     *             "fill": "color",
                     *             "color": "#ffffff"
                     *           },
                     *           "resize": {
                     *             "height": 1350,
                     *             "width": 1080
                     *           },
                     *           "rotate": 90,
                     *           "texts": [
                     *             {
                     *               "text": "Fresh bread",
                     *               "x": 0.5,
                     *               "y": 0.85,
                     *               "size": 0.06,
                     *               "align": "center",
                     *               "background": "#000000aa",
                     *               "bold": false,
                     *               "color": "#ffffff",
                     *               "maxWidth": 0.8,
                     *               "rotation": 0
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "edits": {
                     *         "crop": {
                     *           "focusX": 0.5,
                     *           "focusY": 0.5,
                     *           "height": 1,
                     *           "ratio": "4:5",
                     *           "width": 0.8,
                     *           "x": 0.1,
                     *           "y": 0
                     *         },
                     *         "flipHorizontal": false,
                     *         "flipVertical": false,
                     *         "pad": {
                     *           "ratio": "4:5",
                     *           "fill": "color",
                     *           "color": "#ffffff"
                     *         },
                     *         "resize": {
                     *           "height": 1350,
                     *           "width": 1080
                     *         },
                     *         "rotate": 90,
                     *         "texts": [
                     *           {
                     *             "text": "Fresh bread",
                     *             "x": 0.5,
                     *             "y": 0.85,
                     *             "size": 0.06,
                     *             "align": "center",
                     *             "background": "#000000aa",
                     *             "bold": false,
                     *             "color": "#ffffff",
                     *             "maxWidth": 0.8,
                     *             "rotation": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MediaEdits"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    putMediaEdits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the media file.
                 * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Spec"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaFile": {
                     *         "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *         "originalFilename": "loaves.png",
                     *         "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "mimeType": "image/jpeg",
                     *         "fileSize": 482113,
                     *         "width": 1080,
                     *         "height": 1350,
                     *         "durationSeconds": null,
                     *         "aspectRatio": "4:5",
                     *         "isValid": true,
                     *         "validationErrors": null,
                     *         "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "processedPath": null,
                     *         "createdAt": "2026-03-14T09:21:07.412Z",
                     *         "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "publicUrl": null,
                     *         "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *       },
                     *       "missing": [
                     *         "text"
                     *       ],
                     *       "conversion": {
                     *         "mediaFileId": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *         "purpose": "REELS",
                     *         "state": "WAITING",
                     *         "error": null,
                     *         "requestedAt": "2026-03-14T09:21:07.412Z",
                     *         "edits": {
                     *           "crop": {
                     *             "focusX": 0.5,
                     *             "focusY": 0.5,
                     *             "height": 1,
                     *             "ratio": "4:5",
                     *             "width": 0.8,
                     *             "x": 0.1,
                     *             "y": 0
                     *           },
                     *           "flipHorizontal": false,
                     *           "flipVertical": false,
                     *           "pad": {
                     *             "ratio": "4:5",
                     *             "fill": "color",
                     *             "color": "#ffffff"
                     *           },
                     *           "resize": {
                     *             "height": 1350,
                     *             "width": 1080
                     *           },
                     *           "rotate": 90,
                     *           "texts": [
                     *             {
                     *               "text": "Fresh bread",
                     *               "x": 0.5,
                     *               "y": 0.85,
                     *               "size": 0.06,
                     *               "align": "center",
                     *               "background": "#000000aa",
                     *               "bold": false,
                     *               "color": "#ffffff",
                     *               "maxWidth": 0.8,
                     *               "rotation": 0
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "edits": {
                     *         "crop": {
                     *           "focusX": 0.5,
                     *           "focusY": 0.5,
                     *           "height": 1,
                     *           "ratio": "4:5",
                     *           "width": 0.8,
                     *           "x": 0.1,
                     *           "y": 0
                     *         },
                     *         "flipHorizontal": false,
                     *         "flipVertical": false,
                     *         "pad": {
                     *           "ratio": "4:5",
                     *           "fill": "color",
                     *           "color": "#ffffff"
                     *         },
                     *         "resize": {
                     *           "height": 1350,
                     *           "width": 1080
                     *         },
                     *         "rotate": 90,
                     *         "texts": [
                     *           {
                     *             "text": "Fresh bread",
                     *             "x": 0.5,
                     *             "y": 0.85,
                     *             "size": 0.06,
                     *             "align": "center",
                     *             "background": "#000000aa",
                     *             "bold": false,
                     *             "color": "#ffffff",
                     *             "maxWidth": 0.8,
                     *             "rotation": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MediaEdits"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `MEDIA_INVALID`: The media file is missing, of an unsupported type or not valid.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `UPLOAD_ERROR`: The upload is too large, incomplete or not in a field named file, or the disk is full.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `PROCESSING_FAILED`: The picture could not be processed.
             *     - `VIDEO_PROCESSING_FAILED`: The video could not be processed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    deleteMediaEdits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the media file.
                 * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaFile": {
                     *         "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *         "originalFilename": "loaves.png",
                     *         "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "mimeType": "image/jpeg",
                     *         "fileSize": 482113,
                     *         "width": 1080,
                     *         "height": 1350,
                     *         "durationSeconds": null,
                     *         "aspectRatio": "4:5",
                     *         "isValid": true,
                     *         "validationErrors": null,
                     *         "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "processedPath": null,
                     *         "createdAt": "2026-03-14T09:21:07.412Z",
                     *         "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "publicUrl": null,
                     *         "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *         "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *       },
                     *       "missing": [
                     *         "text"
                     *       ],
                     *       "conversion": {
                     *         "mediaFileId": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *         "purpose": "REELS",
                     *         "state": "WAITING",
                     *         "error": null,
                     *         "requestedAt": "2026-03-14T09:21:07.412Z",
                     *         "edits": {
                     *           "crop": {
                     *             "focusX": 0.5,
                     *             "focusY": 0.5,
                     *             "height": 1,
                     *             "ratio": "4:5",
                     *             "width": 0.8,
                     *             "x": 0.1,
                     *             "y": 0
                     *           },
                     *           "flipHorizontal": false,
                     *           "flipVertical": false,
                     *           "pad": {
                     *             "ratio": "4:5",
                     *             "fill": "color",
                     *             "color": "#ffffff"
                     *           },
                     *           "resize": {
                     *             "height": 1350,
                     *             "width": 1080
                     *           },
                     *           "rotate": 90,
                     *           "texts": [
                     *             {
                     *               "text": "Fresh bread",
                     *               "x": 0.5,
                     *               "y": 0.85,
                     *               "size": 0.06,
                     *               "align": "center",
                     *               "background": "#000000aa",
                     *               "bold": false,
                     *               "color": "#ffffff",
                     *               "maxWidth": 0.8,
                     *               "rotation": 0
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "edits": {
                     *         "crop": {
                     *           "focusX": 0.5,
                     *           "focusY": 0.5,
                     *           "height": 1,
                     *           "ratio": "4:5",
                     *           "width": 0.8,
                     *           "x": 0.1,
                     *           "y": 0
                     *         },
                     *         "flipHorizontal": false,
                     *         "flipVertical": false,
                     *         "pad": {
                     *           "ratio": "4:5",
                     *           "fill": "color",
                     *           "color": "#ffffff"
                     *         },
                     *         "resize": {
                     *           "height": 1350,
                     *           "width": 1080
                     *         },
                     *         "rotate": 90,
                     *         "texts": [
                     *           {
                     *             "text": "Fresh bread",
                     *             "x": 0.5,
                     *             "y": 0.85,
                     *             "size": 0.06,
                     *             "align": "center",
                     *             "background": "#000000aa",
                     *             "bold": false,
                     *             "color": "#ffffff",
                     *             "maxWidth": 0.8,
                     *             "rotation": 0
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MediaEdits"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `MEDIA_INVALID`: The media file is missing, of an unsupported type or not valid.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `UPLOAD_ERROR`: The upload is too large, incomplete or not in a field named file, or the disk is full.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `PROCESSING_FAILED`: The picture could not be processed.
             *     - `VIDEO_PROCESSING_FAILED`: The video could not be processed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    previewMediaEdits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the media file.
                 * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Spec"];
            };
        };
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    /**
                     * @description What the body is.
                     * @example image/jpeg
                     */
                    "Content-Type"?: string;
                    /**
                     * @description What no font of this machine has and was left out, as code points such as U+1F9D1, with a comma between characters; absent when nothing is missing.
                     * @example U+1F9D1 U+200D U+1F680, U+65E5
                     */
                    "Missing-Characters"?: string;
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example picture.jpg */
                    "image/jpeg": string;
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `MEDIA_INVALID`: The media file is missing, of an unsupported type or not valid.
             *     - `NOT_CONFIGURED`: What was asked for is not set up.
             *     - `UPLOAD_ERROR`: The upload is too large, incomplete or not in a field named file, or the disk is full.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `PROCESSING_FAILED`: The picture could not be processed.
             *     - `VIDEO_PROCESSING_FAILED`: The video could not be processed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getMediaUses: {
        parameters: {
            query?: {
                /**
                 * @description IANA name of the time zone of localTime.
                 * @example Europe/Berlin
                 */
                timezone?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Id of the media file.
                 * @example 1b4e28ba-2fa1-4d2e-883f-0016d3cca427
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaUses"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getNetworkMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "sandbox",
                     *       "decidedBy": "setting",
                     *       "changeable": true,
                     *       "says": "The sandbox was chosen here, and can be left here."
                     *     }
                     */
                    "application/json": components["schemas"]["NetworkMode"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    chooseNetworkMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "live"
                 *     }
                 */
                "application/json": components["schemas"]["ChooseMode"];
            };
        };
        responses: {
            /** @description The mode is that one already, and nothing happens. */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "sandbox",
                     *       "decidedBy": "setting",
                     *       "changeable": true,
                     *       "says": "The sandbox was chosen here, and can be left here."
                     *     }
                     */
                    "application/json": components["schemas"]["NetworkMode"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mode": "sandbox",
                     *       "decidedBy": "setting",
                     *       "changeable": true,
                     *       "says": "The sandbox was chosen here, and can be left here."
                     *     }
                     */
                    "application/json": components["schemas"]["NetworkMode"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATE`: The state of a story repost's record, or of Crier itself, does not allow the operation.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    changePosts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's own name for this request, new for each. For 24 hours the same shift under the same name moves each post to the time that it was to have the first time, and so no post twice. The other actions do the same thing twice anyway.
                 * @example 8d0c6a52-a-week-later
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    findCreatedPosts: {
        parameters: {
            query: {
                /**
                 * @description The first characters of the Idempotency-Key.
                 * @example 6b7f2d4e
                 */
                prefix: string;
                /**
                 * @description How many characters the whole Idempotency-Key has; 0 for any number.
                 * @example 21
                 */
                length?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": [
                     *         {
                     *           "key": "6b7f2d4e-morning-post",
                     *           "at": "2026-03-14T09:21:07.412Z",
                     *           "postId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedPosts"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `MISSING_PARAM`: A required query parameter is absent.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    createPlannedDraft: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The client's own name for this request, new for each. For 24 hours the same request under the same name gets the first answer again and creates nothing; another request under it is refused.
                 * @example 6b7f2d4e-morning-post
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *       "mediaType": "IMAGE",
                 *       "altText": "Three round loaves of rye bread on a wooden board",
                 *       "altTexts": [
                 *         "Three round loaves of rye bread",
                 *         "The oven, seen from below"
                 *       ],
                 *       "caption": "Fresh from the oven: our spring rye. #bakery #sourdough",
                 *       "collaborators": [
                 *         "flour.and.stone"
                 *       ],
                 *       "coverMediaFileId": "9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e",
                 *       "firstComment": "Which loaf shall we bake next?",
                 *       "locationId": "213385402",
                 *       "locationName": "Lisbon, Portugal",
                 *       "mediaFileId": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                 *       "peopleTagged": [
                 *         "potter"
                 *       ],
                 *       "plannedFor": "2026-12-17T09:00:00+01:00",
                 *       "thumbOffsetMs": 2500,
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["PlannedDraft"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /**
                     * @description Says that this is the answer of an earlier request under the same Idempotency-Key; absent on a first answer.
                     * @example true
                     */
                    "Idempotent-Replayed"?: "true";
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditablePost"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_CAROUSEL`: A carousel needs 2 to 10 media files.
             *     - `INVALID_COLLABORATORS`: Collaborators are not allowed on STORIES.
             *     - `INVALID_CROSS_POST`: Cross-posting is not possible for this media type or account.
             *     - `INVALID_MEDIA_TYPE`: The file does not fit the media type.
             *     - `INVALID_MENTIONS`: Story mentions are allowed on STORIES only; on a post: a mentioned user does not exist, or a sticker is missing.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_TAGS`: User tags are allowed on IMAGE and CAROUSEL only.
             *     - `MEDIA_INVALID`: The media file is missing, of an unsupported type or not valid.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    findDuplicates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *       "caption": "Fresh from the oven: our spring rye.",
                 *       "days": 30,
                 *       "postId": "6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918",
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": components["schemas"]["DuplicatesRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Duplicates"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    exportPosts: {
        parameters: {
            query?: {
                /**
                 * @description The next of the page before; absent for the first page.
                 * @example text
                 */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "posts": [
                     *         {
                     *           "ref": "advent-1",
                     *           "post": {
                     *             "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *             "userId": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51",
                     *             "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *             "mediaType": "IMAGE",
                     *             "sourceType": "MANUAL",
                     *             "caption": "Fresh from the oven: our spring rye. #bakery #sourdough",
                     *             "hashtags": null,
                     *             "locationId": "213385402",
                     *             "locationName": "Lisbon, Portugal",
                     *             "userTags": "[{\"username\":\"potter\",\"x\":0.4,\"y\":0.6}]",
                     *             "collaborators": null,
                     *             "storyMentions": null,
                     *             "publishedViaPrivateApi": false,
                     *             "crossPostToPartner": false,
                     *             "partnerPostId": null,
                     *             "partnerPermalink": null,
                     *             "isScheduled": false,
                     *             "scheduledFor": null,
                     *             "timezone": "UTC",
                     *             "status": "PUBLISHED",
                     *             "snContainerId": "17889455560051444",
                     *             "snMediaId": "17920238422030506",
                     *             "snPermalink": "https://www.instagram.com/p/DAbCdEfGhIj/",
                     *             "cloudJobId": null,
                     *             "bucketMediaKey": null,
                     *             "errorMessage": null,
                     *             "errorCode": null,
                     *             "retryCount": 0,
                     *             "lastAttemptAt": "2026-03-14T09:26:41.120Z",
                     *             "publishedAt": "2026-03-14T09:26:53.589Z",
                     *             "createdAt": "2026-03-14T09:26:39.004Z",
                     *             "updatedAt": "2026-03-14T09:26:53.589Z",
                     *             "altText": "Three round loaves of rye bread on a wooden board",
                     *             "firstComment": "Which loaf shall we bake next?",
                     *             "firstCommentState": "MADE",
                     *             "firstCommentId": "17870913679156914",
                     *             "coverMediaFileId": "9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e",
                     *             "thumbOffsetMs": 2500,
                     *             "shareToFeed": null,
                     *             "altTexts": null,
                     *             "peopleTagged": null,
                     *             "isAiGenerated": null,
                     *             "trial": null,
                     *             "mediaFiles": [
                     *               {
                     *                 "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *                 "originalFilename": "loaves.png",
                     *                 "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *                 "mimeType": "image/jpeg",
                     *                 "fileSize": 482113,
                     *                 "width": 1080,
                     *                 "height": 1350,
                     *                 "durationSeconds": null,
                     *                 "aspectRatio": "4:5",
                     *                 "isValid": true,
                     *                 "validationErrors": null,
                     *                 "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *                 "processedPath": null,
                     *                 "createdAt": "2026-03-14T09:21:07.412Z",
                     *                 "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *                 "publicUrl": null,
                     *                 "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *                 "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *               }
                     *             ],
                     *             "warnings": []
                     *           },
                     *           "lostFiles": 0
                     *         }
                     *       ],
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["ExportPage"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getPostFailures: {
        parameters: {
            query?: {
                /**
                 * @description How many days back failures are told; what is held is told whenever that began.
                 * @example 30
                 */
                days?: number;
                /**
                 * @description IANA name of the time zone for localTime.
                 * @example Europe/Berlin
                 */
                timezone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostFailures"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    findPostIDs: {
        parameters: {
            query: {
                /**
                 * @description The first characters of the id.
                 * @example 3f2b8c1e
                 */
                prefix: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ids": [
                     *         "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PostIDs"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `MISSING_PARAM`: A required query parameter is absent.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    importPosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rows": [
                 *         {
                 *           "row": 2,
                 *           "ref": "advent-1",
                 *           "digest": "text",
                 *           "mediaDigest": "text",
                 *           "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *           "altText": "text",
                 *           "altTexts": [
                 *             "text"
                 *           ],
                 *           "at": "2026-11-21T09:30:00.000Z",
                 *           "caption": "First of Advent",
                 *           "collaborators": [
                 *             "text"
                 *           ],
                 *           "coverAtMs": 2500,
                 *           "coverId": "text",
                 *           "feed": "yes",
                 *           "fileIds": [
                 *             "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                 *           ],
                 *           "firstComment": "text",
                 *           "isAiGenerated": false,
                 *           "mediaType": "IMAGE",
                 *           "peopleTagged": [
                 *             "text"
                 *           ],
                 *           "share": false,
                 *           "timezone": "Europe/Lisbon",
                 *           "trial": "manual"
                 *         }
                 *       ],
                 *       "dryRun": false
                 *     }
                 */
                "application/json": components["schemas"]["ImportInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isDone": false,
                     *       "rows": [
                     *         {
                     *           "row": 2,
                     *           "ref": "advent-1",
                     *           "outcome": "made",
                     *           "postId": null,
                     *           "needsFiles": false,
                     *           "code": "INVALID_SCHEDULE",
                     *           "text": "text",
                     *           "warnings": [
                     *             {
                     *               "code": "TOKEN_EXPIRES",
                     *               "message": "the access token of sandbox.bakery expires at 2027-01-20T09:30:00.000Z, before the post is due; connect the account again before 2027-01-20T09:30:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    preflightPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                 *       "mediaType": "IMAGE",
                 *       "altText": "Three round loaves of rye bread on a wooden board",
                 *       "altTexts": [
                 *         "Three round loaves of rye bread"
                 *       ],
                 *       "caption": "Fresh from the oven: our spring rye. #bakery #sourdough",
                 *       "collaborators": [
                 *         "flour.and.stone"
                 *       ],
                 *       "coverMediaFileId": "9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e",
                 *       "firstComment": "Which loaf shall we bake next?",
                 *       "locationId": "213385402",
                 *       "locationName": "Lisbon, Portugal",
                 *       "mediaFileId": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                 *       "peopleTagged": [
                 *         "potter"
                 *       ],
                 *       "postId": "6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918",
                 *       "scheduledFor": "2026-12-24T09:00:00+01:00",
                 *       "thumbOffsetMs": 2500
                 *     }
                 */
                "application/json": components["schemas"]["PreflightRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preflight"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getPostRange: {
        parameters: {
            query: {
                /**
                 * @description The first day.
                 * @example 2026-12-01
                 */
                from: string;
                /**
                 * @description The last day; a range has at most 62.
                 * @example 2026-12-31
                 */
                to: string;
                /**
                 * @description IANA name of the time zone whose days these are.
                 * @example Europe/Berlin
                 */
                timezone: string;
                /**
                 * @description How many posts of a day are told at most; all are counted.
                 * @example 5
                 */
                perDay?: number;
                /**
                 * @description Only posts of this account.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                accountId?: string;
                /**
                 * @description Only posts in these statuses, with commas between them.
                 * @example [
                 *       "DRAFT",
                 *       "SCHEDULED"
                 *     ]
                 */
                status?: ("DRAFT" | "SCHEDULED" | "QUEUED" | "PROCESSING" | "PUBLISHING" | "PUBLISHED" | "FAILED")[];
                /**
                 * @description Only posts of this kind.
                 * @example CAROUSEL
                 */
                mediaType?: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostRange"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `MISSING_PARAM`: A required query parameter is absent.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    retryPosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cause": "TOKEN_EXPIRED",
                 *       "accountId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                 *       "dryRun": false,
                 *       "postId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                 *       "runAt": "2026-11-21T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["RetriesInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "posts": [
                     *         {
                     *           "postId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "runAt": "2026-03-14T09:26:39.004Z",
                     *           "code": "MEDIA_INVALID",
                     *           "error": "a media file of the post has been deleted"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RetriedPosts"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    searchPosts: {
        parameters: {
            query?: {
                /**
                 * @description Part of the caption; capital and small letters are the same.
                 * @example sourdough
                 */
                q?: string;
                /**
                 * @description Only posts in these statuses, with commas between them.
                 * @example [
                 *       "FAILED"
                 *     ]
                 */
                status?: ("DRAFT" | "SCHEDULED" | "QUEUED" | "PROCESSING" | "PUBLISHING" | "PUBLISHED" | "FAILED")[];
                /**
                 * @description Only posts of this account.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                accountId?: string;
                /**
                 * @description Only posts with this errorCode: why they failed, or are held.
                 * @example TOKEN_EXPIRED
                 */
                code?: string;
                /**
                 * @description Only posts of this kind.
                 * @example CAROUSEL
                 */
                mediaType?: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
                /**
                 * @description IANA name of the time zone for localTime.
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * @description The next of the page before; absent for the first page.
                 * @example 1793615400000.3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                cursor?: string;
                /**
                 * @description How many posts a page has at most.
                 * @example 50
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundPosts"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getPostSummaries: {
        parameters: {
            query: {
                /**
                 * @description The posts, with commas between their ids.
                 * @example [
                 *       "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                 *     ]
                 */
                ids: string[];
                /**
                 * @description IANA name of the time zone for localTime.
                 * @example Europe/Berlin
                 */
                timezone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostSummaries"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `MISSING_PARAM`: A required query parameter is absent.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getUnplannedDrafts: {
        parameters: {
            query?: {
                /**
                 * @description Only drafts for this account.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                accountId?: string;
                /**
                 * @description Only drafts of this kind.
                 * @example CAROUSEL
                 */
                mediaType?: "IMAGE" | "REELS" | "STORIES" | "CAROUSEL";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnplannedDrafts"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getEditablePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditablePost"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    changePost: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The updatedAt of the post as its editor has it, with or without quotation marks, or * for a change that is made whatever happened since.
                 * @example 2026-12-01T10:00:00.000Z
                 */
                "If-Match": string;
            };
            path: {
                /**
                 * @description Id of the post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditablePost"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `BUCKET_NOT_CONFIGURED`: In live mode the network fetches media from a public address, and there is none, or the one that is set does not work.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_CAROUSEL`: A carousel needs 2 to 10 media files.
             *     - `INVALID_COLLABORATORS`: Collaborators are not allowed on STORIES.
             *     - `INVALID_CROSS_POST`: Cross-posting is not possible for this media type or account.
             *     - `INVALID_MEDIA_TYPE`: The file does not fit the media type.
             *     - `INVALID_MENTIONS`: Story mentions are allowed on STORIES only; on a post: a mentioned user does not exist, or a sticker is missing.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_SCHEDULE`: The time is not in the future, or the scheduled time was missed.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_TAGS`: User tags are allowed on IMAGE and CAROUSEL only.
             *     - `MEDIA_INVALID`: The media file is missing, of an unsupported type or not valid.
             *     - `PRIVATE_API_REQUIRED`: Story mentions need native-story credentials, and none are configured.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The post has changed since its editor saw it: in another tab, by a client of v1, or because a worker has something to say about it. */
            412: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostChangedMeanwhile"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getPostProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publishCalls": 1,
                     *       "attempts": [
                     *         {
                     *           "place": "instagram",
                     *           "intentAt": "2026-03-14T09:26:53.120Z",
                     *           "prepared": "17889455560051444",
                     *           "answeredAt": "2026-03-14T09:26:53.532Z",
                     *           "answer": "id 17920238422030506",
                     *           "verdict": "live",
                     *           "provedBy": "answer",
                     *           "networkId": "17920238422030506",
                     *           "decidedAt": "2026-03-14T09:26:53.540Z",
                     *           "says": "The intent was on the disk before the call was sent. The network answered after 412 ms. The answer proves that the post is live."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getPostRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *         "userId": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51",
                     *         "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "mediaType": "IMAGE",
                     *         "sourceType": "MANUAL",
                     *         "caption": "Fresh from the oven: our spring rye. #bakery #sourdough",
                     *         "hashtags": null,
                     *         "locationId": "213385402",
                     *         "locationName": "Lisbon, Portugal",
                     *         "userTags": "[{\"username\":\"potter\",\"x\":0.4,\"y\":0.6}]",
                     *         "collaborators": null,
                     *         "storyMentions": null,
                     *         "publishedViaPrivateApi": false,
                     *         "crossPostToPartner": false,
                     *         "partnerPostId": null,
                     *         "partnerPermalink": null,
                     *         "isScheduled": false,
                     *         "scheduledFor": null,
                     *         "timezone": "UTC",
                     *         "status": "PUBLISHED",
                     *         "snContainerId": "17889455560051444",
                     *         "snMediaId": "17920238422030506",
                     *         "snPermalink": "https://www.instagram.com/p/DAbCdEfGhIj/",
                     *         "cloudJobId": null,
                     *         "bucketMediaKey": null,
                     *         "errorMessage": null,
                     *         "errorCode": null,
                     *         "retryCount": 0,
                     *         "lastAttemptAt": "2026-03-14T09:26:41.120Z",
                     *         "publishedAt": "2026-03-14T09:26:53.589Z",
                     *         "createdAt": "2026-03-14T09:26:39.004Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z",
                     *         "altText": "Three round loaves of rye bread on a wooden board",
                     *         "firstComment": "Which loaf shall we bake next?",
                     *         "firstCommentState": "MADE",
                     *         "firstCommentId": "17870913679156914",
                     *         "coverMediaFileId": "9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e",
                     *         "thumbOffsetMs": 2500,
                     *         "shareToFeed": null,
                     *         "altTexts": null,
                     *         "peopleTagged": null,
                     *         "isAiGenerated": null,
                     *         "trial": null,
                     *         "mediaFiles": [
                     *           {
                     *             "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *             "originalFilename": "loaves.png",
                     *             "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *             "mimeType": "image/jpeg",
                     *             "fileSize": 482113,
                     *             "width": 1080,
                     *             "height": 1350,
                     *             "durationSeconds": null,
                     *             "aspectRatio": "4:5",
                     *             "isValid": true,
                     *             "validationErrors": null,
                     *             "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *             "processedPath": null,
                     *             "createdAt": "2026-03-14T09:21:07.412Z",
                     *             "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *             "publicUrl": null,
                     *             "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *             "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *           }
                     *         ],
                     *         "warnings": []
                     *       },
                     *       "archivedAt": null,
                     *       "live": [
                     *         {
                     *           "place": "page",
                     *           "id": "17920238422030506",
                     *           "permalink": "https://www.instagram.com/p/DAbCdEfGhIj/"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Record"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getPostTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "post": {
                     *         "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *         "userId": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51",
                     *         "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "mediaType": "IMAGE",
                     *         "sourceType": "MANUAL",
                     *         "caption": "Fresh from the oven: our spring rye. #bakery #sourdough",
                     *         "hashtags": null,
                     *         "locationId": "213385402",
                     *         "locationName": "Lisbon, Portugal",
                     *         "userTags": "[{\"username\":\"potter\",\"x\":0.4,\"y\":0.6}]",
                     *         "collaborators": null,
                     *         "storyMentions": null,
                     *         "publishedViaPrivateApi": false,
                     *         "crossPostToPartner": false,
                     *         "partnerPostId": null,
                     *         "partnerPermalink": null,
                     *         "isScheduled": false,
                     *         "scheduledFor": null,
                     *         "timezone": "UTC",
                     *         "status": "PUBLISHED",
                     *         "snContainerId": "17889455560051444",
                     *         "snMediaId": "17920238422030506",
                     *         "snPermalink": "https://www.instagram.com/p/DAbCdEfGhIj/",
                     *         "cloudJobId": null,
                     *         "bucketMediaKey": null,
                     *         "errorMessage": null,
                     *         "errorCode": null,
                     *         "retryCount": 0,
                     *         "lastAttemptAt": "2026-03-14T09:26:41.120Z",
                     *         "publishedAt": "2026-03-14T09:26:53.589Z",
                     *         "createdAt": "2026-03-14T09:26:39.004Z",
                     *         "updatedAt": "2026-03-14T09:26:53.589Z",
                     *         "altText": "Three round loaves of rye bread on a wooden board",
                     *         "firstComment": "Which loaf shall we bake next?",
                     *         "firstCommentState": "MADE",
                     *         "firstCommentId": "17870913679156914",
                     *         "coverMediaFileId": "9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e",
                     *         "thumbOffsetMs": 2500,
                     *         "shareToFeed": null,
                     *         "altTexts": null,
                     *         "peopleTagged": null,
                     *         "isAiGenerated": null,
                     *         "trial": null,
                     *         "mediaFiles": [
                     *           {
                     *             "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *             "originalFilename": "loaves.png",
                     *             "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *             "mimeType": "image/jpeg",
                     *             "fileSize": 482113,
                     *             "width": 1080,
                     *             "height": 1350,
                     *             "durationSeconds": null,
                     *             "aspectRatio": "4:5",
                     *             "isValid": true,
                     *             "validationErrors": null,
                     *             "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *             "processedPath": null,
                     *             "createdAt": "2026-03-14T09:21:07.412Z",
                     *             "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *             "publicUrl": null,
                     *             "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *             "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *           }
                     *         ],
                     *         "warnings": []
                     *       },
                     *       "doubt": "none",
                     *       "steps": [
                     *         {
                     *           "seq": 6,
                     *           "kind": "CALL",
                     *           "at": "2026-03-14T09:26:53.120Z",
                     *           "lastAt": "2026-03-14T09:26:53.120Z",
                     *           "times": 1,
                     *           "class": "retry",
                     *           "code": 9,
                     *           "durationMs": 412,
                     *           "errorCode": "RATE_LIMITED",
                     *           "from": "PUBLISHING",
                     *           "host": "graph.instagram.com",
                     *           "httpStatus": 200,
                     *           "lateMs": 3,
                     *           "method": "POST",
                     *           "op": "publish",
                     *           "path": "/v25.0/17841400008460056/media_publish",
                     *           "subcode": 2207042,
                     *           "text": "id 17920238422030506",
                     *           "to": "PUBLISHED",
                     *           "traceId": "AbCdEfGhIjK",
                     *           "until": "2026-03-14T09:27:08.000Z",
                     *           "usagePercent": 28,
                     *           "what": "MATCHED"
                     *         }
                     *       ],
                     *       "problem": "a file of the post was deleted: add it again, or leave it out",
                     *       "leftOut": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getQuarantine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isQuarantined": true,
                     *       "since": "2026-03-14T09:26:53.120Z",
                     *       "cause": "older",
                     *       "reason": "this data folder is older than what has been done with it",
                     *       "takenAt": "2026-03-13T22:00:00.000Z",
                     *       "rival": "",
                     *       "markProblem": "",
                     *       "open": 1,
                     *       "posts": [
                     *         {
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "status": "SCHEDULED",
                     *           "caption": "Fresh from the oven: our spring rye.",
                     *           "scheduledFor": "2026-03-14T08:00:00.000Z",
                     *           "verdict": "ABSENT",
                     *           "says": "the account shows everything since 2026-03-13T21:58:00.000Z, and not this post",
                     *           "permalink": "https://www.instagram.com/p/Cx1/",
                     *           "decision": "released",
                     *           "isOpen": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantineStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    closeQuarantine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isQuarantined": true,
                     *       "since": "2026-03-14T09:26:53.120Z",
                     *       "cause": "older",
                     *       "reason": "this data folder is older than what has been done with it",
                     *       "takenAt": "2026-03-13T22:00:00.000Z",
                     *       "rival": "",
                     *       "markProblem": "",
                     *       "open": 1,
                     *       "posts": [
                     *         {
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "status": "SCHEDULED",
                     *           "caption": "Fresh from the oven: our spring rye.",
                     *           "scheduledFor": "2026-03-14T08:00:00.000Z",
                     *           "verdict": "ABSENT",
                     *           "says": "the account shows everything since 2026-03-13T21:58:00.000Z, and not this post",
                     *           "permalink": "https://www.instagram.com/p/Cx1/",
                     *           "decision": "released",
                     *           "isOpen": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantineStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    dropQuarantined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DropInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isQuarantined": true,
                     *       "since": "2026-03-14T09:26:53.120Z",
                     *       "cause": "older",
                     *       "reason": "this data folder is older than what has been done with it",
                     *       "takenAt": "2026-03-13T22:00:00.000Z",
                     *       "rival": "",
                     *       "markProblem": "",
                     *       "open": 1,
                     *       "posts": [
                     *         {
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "status": "SCHEDULED",
                     *           "caption": "Fresh from the oven: our spring rye.",
                     *           "scheduledFor": "2026-03-14T08:00:00.000Z",
                     *           "verdict": "ABSENT",
                     *           "says": "the account shows everything since 2026-03-13T21:58:00.000Z, and not this post",
                     *           "permalink": "https://www.instagram.com/p/Cx1/",
                     *           "decision": "released",
                     *           "isOpen": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantineStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    lookAtQuarantine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isQuarantined": true,
                     *       "since": "2026-03-14T09:26:53.120Z",
                     *       "cause": "older",
                     *       "reason": "this data folder is older than what has been done with it",
                     *       "takenAt": "2026-03-13T22:00:00.000Z",
                     *       "rival": "",
                     *       "markProblem": "",
                     *       "open": 1,
                     *       "posts": [
                     *         {
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "status": "SCHEDULED",
                     *           "caption": "Fresh from the oven: our spring rye.",
                     *           "scheduledFor": "2026-03-14T08:00:00.000Z",
                     *           "verdict": "ABSENT",
                     *           "says": "the account shows everything since 2026-03-13T21:58:00.000Z, and not this post",
                     *           "permalink": "https://www.instagram.com/p/Cx1/",
                     *           "decision": "released",
                     *           "isOpen": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantineStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    releaseQuarantined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "absent": false,
                 *       "ids": [
                 *         "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "released": 1,
                     *       "isQuarantined": true,
                     *       "since": "2026-03-14T09:26:53.120Z",
                     *       "cause": "older",
                     *       "reason": "this data folder is older than what has been done with it",
                     *       "takenAt": "2026-03-13T22:00:00.000Z",
                     *       "rival": "",
                     *       "markProblem": "",
                     *       "open": 1,
                     *       "posts": [
                     *         {
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "status": "SCHEDULED",
                     *           "caption": "Fresh from the oven: our spring rye.",
                     *           "scheduledFor": "2026-03-14T08:00:00.000Z",
                     *           "verdict": "ABSENT",
                     *           "says": "the account shows everything since 2026-03-13T21:58:00.000Z, and not this post",
                     *           "permalink": "https://www.instagram.com/p/Cx1/",
                     *           "decision": "released",
                     *           "isOpen": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantineRelease"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    confirmQuarantinedLive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "permalink": "https://www.instagram.com/p/Cx1/"
                 *     }
                 */
                "application/json": components["schemas"]["LiveInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isQuarantined": true,
                     *       "since": "2026-03-14T09:26:53.120Z",
                     *       "cause": "older",
                     *       "reason": "this data folder is older than what has been done with it",
                     *       "takenAt": "2026-03-13T22:00:00.000Z",
                     *       "rival": "",
                     *       "markProblem": "",
                     *       "open": 1,
                     *       "posts": [
                     *         {
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "status": "SCHEDULED",
                     *           "caption": "Fresh from the oven: our spring rye.",
                     *           "scheduledFor": "2026-03-14T08:00:00.000Z",
                     *           "verdict": "ABSENT",
                     *           "says": "the account shows everything since 2026-03-13T21:58:00.000Z, and not this post",
                     *           "permalink": "https://www.instagram.com/p/Cx1/",
                     *           "decision": "released",
                     *           "isOpen": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["QuarantineStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    removeSandboxDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "posts": 2,
                     *       "left": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Removed"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getSandboxFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fault": "lostAnswer",
                     *       "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "says": "The next publish call of the account takes effect, and its connection is cut before the answer."
                     *     }
                     */
                    "application/json": components["schemas"]["Armed"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    armSandboxFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fault": "lostAnswer",
                 *       "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *     }
                 */
                "application/json": components["schemas"]["ArmInputBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fault": "lostAnswer",
                     *       "accountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "says": "The next publish call of the account takes effect, and its connection is cut before the answer."
                     *     }
                     */
                    "application/json": components["schemas"]["Armed"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getSandboxLedger: {
        parameters: {
            query: {
                /**
                 * @description The post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                postId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "publishCalls": [
                     *         {
                     *           "containerId": "17889455560051444",
                     *           "outcome": "published"
                     *         }
                     *       ],
                     *       "items": [
                     *         {
                     *           "place": "account",
                     *           "id": "18000000000000001",
                     *           "publishedAt": "2026-03-14T09:26:53.000Z",
                     *           "deletedAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Seen"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `MISSING_PARAM`: A required query parameter is absent.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getLocalTime: {
        parameters: {
            query: {
                /**
                 * @description Wall-clock time without an offset.
                 * @example 2027-03-28T02:30
                 */
                local: string;
                /**
                 * @description IANA name of the time zone.
                 * @example Europe/Berlin
                 */
                timezone: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "local": "2027-03-28T02:30:00",
                     *       "timezone": "Europe/Berlin",
                     *       "kind": "unique",
                     *       "instants": [
                     *         "2026-11-21T09:30:00.000Z"
                     *       ],
                     *       "suggested": "2027-03-28T01:30:00.000Z",
                     *       "suggestedLocal": "2027-03-28T03:30:00"
                     *     }
                     */
                    "application/json": components["schemas"]["LocalTime"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `MISSING_PARAM`: A required query parameter is absent.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    syncCloud: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sent": 1,
                     *       "results": 2,
                     *       "problems": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Sync"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `SYNC_FAILED`: Synchronising with the cloud worker failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    takeOver: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "epoch": 1,
                     *       "handedBack": [
                     *         "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *       ],
                     *       "waiting": [
                     *         "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *       ],
                     *       "resolving": [
                     *         "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *       ],
                     *       "unknown": [
                     *         "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *       ],
                     *       "direct": true,
                     *       "notBefore": "2026-03-14T09:31:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Takeover"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listUnknownCloudPosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "posts": [
                     *         {
                     *           "id": "5b1e7c1c-6a1c-4f0e-9d5e-0a9d6d2b7f10",
                     *           "state": "SCHEDULED",
                     *           "status": null,
                     *           "runAt": "2026-03-14T09:26:53.589Z",
                     *           "snUserId": "17841400008460056",
                     *           "username": "bakery",
                     *           "mediaType": "IMAGE",
                     *           "caption": null,
                     *           "files": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UnknownOutputBody"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    adoptCloudPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "postId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *       "status": "SCHEDULED",
                     *       "warnings": [
                     *         {
                     *           "code": "TOKEN_EXPIRES",
                     *           "message": "the access token of sandbox.bakery expires at 2027-01-20T09:30:00.000Z, before the post is due; connect the account again before 2027-01-20T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Adopted"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `MEDIA_INVALID`: The media file is missing, of an unsupported type or not valid.
             *     - `UPLOAD_ERROR`: The upload is too large, incomplete or not in a field named file, or the disk is full.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    cancelCloudPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the post.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `INVALID_WORKER_KEY`: The cloud worker refused its key.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `CLOUD_ERROR`: The cloud provider answered with an error.
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Bad Gateway
             *
             *     - `WORKER_UNREACHABLE`: The cloud worker does not answer.
             */
            502: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "text",
                     *       "network": "sandbox",
                     *       "sandboxUrl": null,
                     *       "rehearsal": false
                     *     }
                     */
                    "application/json": components["schemas"]["ServiceInfo"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    getRepostSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "config": {
                     *         "id": "c4b8a2d6-1e3f-4a5c-9b7d-8f0e2c6a4d1b",
                     *         "userId": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51",
                     *         "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "isEnabled": true,
                     *         "snUsername": "northwind.bakery",
                     *         "pollIntervalHours": 12,
                     *         "jitterMinutes": 30,
                     *         "lastPollAt": "2026-03-14T06:12:00.000Z",
                     *         "lastPollStatus": "NO_MENTIONS",
                     *         "lastPollError": null,
                     *         "consecutiveFailures": 0,
                     *         "autoDisabledAt": null,
                     *         "autoDisableReason": null,
                     *         "challengeCount30d": 0,
                     *         "lastChallengeAt": null,
                     *         "challengePauseUntil": null,
                     *         "configuredAt": "2026-03-13T08:30:00.000Z",
                     *         "warmUpComplete": false,
                     *         "sleepWindowStart": 23,
                     *         "sleepWindowEnd": 7,
                     *         "dailyRepostLimit": 10,
                     *         "repostsToday": 0,
                     *         "repostsTodayResetAt": null,
                     *         "autoRepostEnabled": false,
                     *         "lastAutoSyncAt": null,
                     *         "autoTagOriginalPoster": true,
                     *         "signatureOverlay": "{\"text\":\"via @author\"}",
                     *         "createdAt": "2026-03-13T08:30:00.000Z",
                     *         "updatedAt": "2026-03-14T06:12:00.000Z"
                     *       },
                     *       "timezone": "Europe/Lisbon",
                     *       "nextPollAt": "2026-03-14T18:20:00.000Z",
                     *       "warning": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["RepostSettings"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    putRepostSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The account.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "autoRepostEnabled": false,
                 *       "autoTagOriginalPoster": true,
                 *       "dailyRepostLimit": 10,
                 *       "jitterMinutes": 30,
                 *       "pollIntervalHours": 12,
                 *       "signatureOverlay": "{\"text\":\"via @{username}\"}",
                 *       "sleepWindowEnd": 7,
                 *       "sleepWindowStart": 23,
                 *       "timezone": "Europe/Lisbon"
                 *     }
                 */
                "application/json": components["schemas"]["RepostSettingsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "config": {
                     *         "id": "c4b8a2d6-1e3f-4a5c-9b7d-8f0e2c6a4d1b",
                     *         "userId": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51",
                     *         "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "isEnabled": true,
                     *         "snUsername": "northwind.bakery",
                     *         "pollIntervalHours": 12,
                     *         "jitterMinutes": 30,
                     *         "lastPollAt": "2026-03-14T06:12:00.000Z",
                     *         "lastPollStatus": "NO_MENTIONS",
                     *         "lastPollError": null,
                     *         "consecutiveFailures": 0,
                     *         "autoDisabledAt": null,
                     *         "autoDisableReason": null,
                     *         "challengeCount30d": 0,
                     *         "lastChallengeAt": null,
                     *         "challengePauseUntil": null,
                     *         "configuredAt": "2026-03-13T08:30:00.000Z",
                     *         "warmUpComplete": false,
                     *         "sleepWindowStart": 23,
                     *         "sleepWindowEnd": 7,
                     *         "dailyRepostLimit": 10,
                     *         "repostsToday": 0,
                     *         "repostsTodayResetAt": null,
                     *         "autoRepostEnabled": false,
                     *         "lastAutoSyncAt": null,
                     *         "autoTagOriginalPoster": true,
                     *         "signatureOverlay": "{\"text\":\"via @author\"}",
                     *         "createdAt": "2026-03-13T08:30:00.000Z",
                     *         "updatedAt": "2026-03-14T06:12:00.000Z"
                     *       },
                     *       "timezone": "Europe/Lisbon",
                     *       "nextPollAt": "2026-03-14T18:20:00.000Z",
                     *       "warning": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["RepostSettings"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CREDENTIALS_NOT_CONFIGURED`: The account has no native-story credentials.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    listRepostRecords: {
        parameters: {
            query?: {
                /**
                 * @description Only this account.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reposts": [
                     *         {
                     *           "id": "0d9c3c5e-51b7-4a4e-9a39-3a6b0f1c2d77",
                     *           "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "status": "DETECTED",
                     *           "reason": null,
                     *           "sourceMediaId": "3587104962285710336",
                     *           "itemId": "text",
                     *           "threadId": "text",
                     *           "authorId": null,
                     *           "originalUsername": "ann",
                     *           "mentionedAt": "2026-03-14T05:48:00.000Z",
                     *           "expiresAt": "2026-03-15T05:48:00.000Z",
                     *           "isAutomatic": false,
                     *           "attempts": 0,
                     *           "mediaFileId": null,
                     *           "postId": null,
                     *           "permalink": null,
                     *           "publishedAt": null,
                     *           "createdAt": "2026-03-14T06:12:00.000Z",
                     *           "updatedAt": "2026-03-14T06:12:00.000Z"
                     *         }
                     *       ],
                     *       "warning": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["RepostList"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    repostMention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 0d9c3c5e-51b7-4a4e-9a39-3a6b0f1c2d77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0d9c3c5e-51b7-4a4e-9a39-3a6b0f1c2d77",
                     *       "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "status": "DETECTED",
                     *       "reason": null,
                     *       "sourceMediaId": "3587104962285710336",
                     *       "itemId": "text",
                     *       "threadId": "text",
                     *       "authorId": null,
                     *       "originalUsername": "ann",
                     *       "mentionedAt": "2026-03-14T05:48:00.000Z",
                     *       "expiresAt": "2026-03-15T05:48:00.000Z",
                     *       "isAutomatic": false,
                     *       "attempts": 0,
                     *       "mediaFileId": null,
                     *       "postId": null,
                     *       "permalink": null,
                     *       "publishedAt": null,
                     *       "createdAt": "2026-03-14T06:12:00.000Z",
                     *       "updatedAt": "2026-03-14T06:12:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RepostRecord"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `ALREADY_REPOSTED`: The story has been reposted before.
             *     - `CREDENTIALS_NOT_CONFIGURED`: The account has no native-story credentials.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATE`: The state of a story repost's record, or of Crier itself, does not allow the operation.
             *     - `LOGIN_FAILED`: The network rejected the credentials, wants the login confirmed in its own app, or gave no answer.
             *     - `TWO_FACTOR_REQUIRED`: The account has two-factor authentication, which a sign-in with the password cannot pass.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict
             *
             *     - `REPOST_IN_PROGRESS`: The story is being reposted right now.
             */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `LOGIN_RATE_LIMITED`: There were too many sign-in attempts for the account at the network.
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             *     - `REPOST_FAILED`: The repost failed at the network.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    skipMention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the record.
                 * @example 0d9c3c5e-51b7-4a4e-9a39-3a6b0f1c2d77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0d9c3c5e-51b7-4a4e-9a39-3a6b0f1c2d77",
                     *       "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "status": "DETECTED",
                     *       "reason": null,
                     *       "sourceMediaId": "3587104962285710336",
                     *       "itemId": "text",
                     *       "threadId": "text",
                     *       "authorId": null,
                     *       "originalUsername": "ann",
                     *       "mentionedAt": "2026-03-14T05:48:00.000Z",
                     *       "expiresAt": "2026-03-15T05:48:00.000Z",
                     *       "isAutomatic": false,
                     *       "attempts": 0,
                     *       "mediaFileId": null,
                     *       "postId": null,
                     *       "permalink": null,
                     *       "publishedAt": null,
                     *       "createdAt": "2026-03-14T06:12:00.000Z",
                     *       "updatedAt": "2026-03-14T06:12:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RepostRecord"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `ALREADY_REPOSTED`: The story has been reposted before.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATE`: The state of a story repost's record, or of Crier itself, does not allow the operation.
             *     - `VALIDATION_ERROR`: The body, a parameter or a header breaks a rule, or an Idempotency-Key was used for another request.
             */
            400: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Unauthorized
             *
             *     - `AUTH_INVALID_KEY`: The bearer value matches no active API key.
             *     - `AUTH_REQUIRED`: The request carries neither an API key nor a session cookie.
             *     - `TOKEN_EXPIRED`: The session cookie has expired or, for an account, the network's access token has.
             *     - `TOKEN_INVALID`: The session cookie is not one that this Crier signed, or it has been signed out.
             */
            401: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Forbidden
             *
             *     - `COOKIE_AUTH_REQUIRED`: The operation accepts the session cookie only, or only that of a browser that is signed in at Crier's own address.
             */
            403: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Not Found
             *
             *     - `NOT_FOUND`: There is no such resource; on a post: its account was disconnected.
             */
            404: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Conflict
             *
             *     - `REPOST_IN_PROGRESS`: The story is being reposted right now.
             */
            409: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Too Many Requests
             *
             *     - `RATE_LIMITED`: The request budget of the API key, or the network's own limit, is used up.
             */
            429: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description Internal Server Error
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            500: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
}
