// Made by "make ui" from e2e/testdata/openapi.json.

export interface paths {
    "/auth/accounts/{id}": {
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
         * @description Forgets the account with its tokens, its native-story credentials and its story-repost configuration, for good. Its posts stay in the history but cannot be retried; those that are scheduled become FAILED.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Am I signed in?
         * @description Says whether the request came with an active API key or a good session cookie. It answers 200 either way, so it is the way to try a key; 500 means that Crier could not look. It changes nothing.
         */
        get: operations["checkAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of the cookie, for good and on the server too, and clears the cookie. With an API key it does nothing and answers the same; to end a key, revoke it. To sign in again, open a new link of `crier login`.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user and the connected accounts
         * @description The ids of the accounts are what publishing calls take as accountId. Look at tokenExpiresAt: an account whose token has expired cannot publish until it is connected again. Access tokens are never returned.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/cron-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Does the worker's cron run?
         * @description Lists the worker's cron triggers and says when they last ran. They are its heart-beat: posts go out at their times without one, but nothing wakes a worker that has stumbled.
         */
        get: operations["getCloudCronStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How is the cloud worker?
         * @description Asks the worker for its counts and its latest jobs, and changes nothing there. Poll it to see whether scheduled posts go out: offline with a reason means that the worker cannot be reached; the rest is then what it last said.
         */
        get: operations["getCloudDiagnostics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/kv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is in the worker's store?
         * @description Lists the keys of the worker's store, for diagnosis only: what keys there are may change. The list may be a few minutes old. It changes nothing.
         */
        get: operations["listCloudKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cloud/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is cloud scheduling set up?
         * @description Says what of the cloud worker is configured, and whether it was proved to work. It reads what is stored here and asks nobody else. Only a verified set-up publishes while this machine is off.
         */
        get: operations["getCloudStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the service well?
         * @description Reads the database, writes to it, and says how the service does; what it says is at most a second old. It needs no authentication and changes nothing that anybody sees. 200 means that requests can be sent; with degraded, reading works and writing does not, which on a full disk takes nothing but room, or posts are taken in and held. 503 means that the database cannot be read: wait, and look into the log if it stays. A refused connection means that Crier is not running.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/sn-version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the version of the network's app current?
         * @description Compares the version of the network's app that native stories speak as with the newest one, as the version manifest names it. The manifest is read every 12 hours; in live mode its address is a setting, and without one nothing is checked.
         */
        get: operations["getSnVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the media files
         * @description The uploaded files, newest first. This list is paged by offset, every other one by page: add limit to offset while hasMore is true.
         */
        get: operations["listMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload an image or a video
         * @description Takes one file in the multipart field `file` and stores it; nothing is sent to the network. What it is, its bytes say. Images become upright sRGB JPEGs without metadata, at most 1440 pixels wide; videos are stored as they are. A file that the network would refuse is stored too, with isValid false and the reasons in validationErrors. Use the id of the answer as mediaFileId.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a media file
         * @description Returns what is known of the file. Its bytes are served at previewUrl, a path on this machine that takes the same key or cookie.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        /**
         * Delete a media file
         * @description Removes the file and its record for good. Posts that used it are kept without it; one that is still to be published will fail. Nothing is removed at the network.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the posts
         * @description The posts of all accounts in any stage, newest first. Deleted posts are not among them. Ask for the next page while hasMore is true.
         */
        get: operations["listPosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a draft
         * @description Stores the post as a DRAFT without publishing it; nothing is sent to the network. Only accountId and mediaType are needed, but what is given must fit the media type. To publish the draft, send its id as draftId to POST /posts/publish or POST /schedule.
         */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/draft/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a draft
         * @description Changes what the request names and leaves the rest; null clears a property. A post that has left DRAFT cannot be changed here.
         */
        put: operations["updateDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a post now
         * @description Accepts the post and publishes it in the background: 202 means accepted, not published. Poll GET /posts/{id} every 3 to 5 seconds until it is PUBLISHED or FAILED; a video takes up to about 3 minutes. What the network refuses is told there, by errorCode. With draftId that draft becomes the post. Two calls make two posts, unless they carry the same Idempotency-Key.
         */
        post: operations["publishPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/recent-completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which posts ended since?
         * @description Posts that became PUBLISHED or FAILED after an instant, the oldest first. Send nextSince as since the next time: every completion comes exactly once. A FAILED post that turns out to be live comes again as PUBLISHED; deleted posts do not come.
         */
        get: operations["listRecentCompletions"];
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
         * Get a post
         * @description Returns the post with its media files. This is what to poll after publishing: stop at PUBLISHED, where snPermalink follows, or at FAILED, where errorCode and errorMessage say why.
         */
        get: operations["getPost"];
        put?: never;
        post?: never;
        /**
         * Delete a post from the history
         * @description Takes the post out of the history and cancels what is scheduled for it. The network is not touched: what is live stays live. While a post is PUBLISHING it cannot be deleted. One that waits in the cloud worker is deleted once the worker has confirmed that it will never fire, and stays as it is otherwise.
         */
        delete: operations["deletePost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/{id}/instagram": {
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
         * Delete a published post at the network
         * @description Asks the network to delete the post, and takes it out of the history whatever the network says: wasDeletedFromNetwork and deleteError tell. The network deletes posts only of accounts with loginMethod partner, and no stories. A post whose media was found by what it looks like, since the answer to the publish call was lost, is read first, and kept when it no longer fits. The copy of a post that was shared to the Page stays unless partner is true; warnings name it.
         */
        delete: operations["deletePostFromNetwork"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/posts/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a failed post again
         * @description Queues a FAILED post again. Before anything is published, the network is asked whether the post went out after all. The record stays the same one; its errorCode and errorMessage are cleared. retryCount stays; it counts automatic attempts. Poll GET /posts/{id} as after publishing.
         */
        post: operations["retryPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scheduled posts
         * @description Posts that wait for their time, or are being published after it, next first. What is done stands in GET /posts. Ask for the next page while hasMore is true.
         */
        get: operations["listScheduled"];
        put?: never;
        /**
         * Schedule a post
         * @description Accepts the post and publishes it at its time. isCloud true means that the cloud worker publishes it, also while this machine is off: so it is when the cloud is set up and verified, but for stories with mentions. A post that the worker does not have at once is kept and handed over as soon as that works; a warning says so. isCloud false means from this program's own queue: Crier must be running then. Nothing is sent to the network before. With draftId that draft becomes the post. Follow it with GET /schedule/{id}, stop it with DELETE /schedule/{id}.
         */
        post: operations["schedulePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule/queue/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How is the local queue?
         * @description Counts the open jobs of the local queue. Posts in the cloud worker are not among them; for those ask GET /cloud/diagnostics. Jobs that wait although they are due mean that the queue is behind.
         */
        get: operations["getQueueStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedule/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a scheduled post
         * @description Returns a post that was scheduled, whatever has become of it since: its status says.
         */
        get: operations["getScheduled"];
        /**
         * Change a scheduled post
         * @description Changes time or content of a post that waits for its time: what the request names; null clears a property. Once a worker has claimed the post, it is too late. A post that is in the cloud worker is changed there first; when the worker does not confirm the change, the post is as it was.
         */
        put: operations["updateScheduled"];
        post?: never;
        /**
         * Cancel a scheduled post
         * @description Takes the post back to DRAFT with its content. Success means that it will never fire. Once a worker has claimed it, it is too late: the answer is INVALID_STATUS, and the post is published or fails. A post that is in the cloud worker is taken back once the worker has confirmed; WORKER_UNREACHABLE leaves it scheduled.
         */
        delete: operations["cancelScheduled"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys
         * @description Lists every key by what may be told of it, newest first, the revoked ones too. prefix tells which key is which; the keys themselves are not stored.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description Makes a key with full access and returns it. fullKey is shown this once and cannot be read again: store it now. Only a signed-in browser can make keys, so that a stolen key cannot make others; on the command line `crier keys create` does it. A browser that is signed in at 127.0.0.1 gets COOKIE_AUTH_REQUIRED: the cookie of that address goes to other programs' pages too. Sign in with the link of `crier login` as it is printed.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/api-keys/{id}": {
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
         * Revoke an API key
         * @description Kills the key at once and for good: the next request with it is answered AUTH_INVALID_KEY. To replace a key, make the new one and move its users first. Only a signed-in browser can do it; revoking a dead key again is a success with alreadyRevoked.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/private-api-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save native-story credentials
         * @description Signs in to the network as a test, and saves the credentials when that works. When the network wants to see a code first, it sends one, challengeRequired is true and nothing is saved yet: submit the code within ten minutes. After five logins of an account that failed within 15 minutes, the next has to wait. Native stories and story repost go by the network's app API, which is unofficial, against the network's terms, and a risk for the account.
         */
        post: operations["saveNativeCredentials"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/private-api-credentials/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit the code of a challenge
         * @description Gives the network the code that it has sent, and saves the credentials that wait for it. A challenge ends ten minutes after it began, with the third wrong code, and when Crier stops.
         */
        post: operations["submitNativeChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/private-api-credentials/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Are native-story credentials saved?
         * @description Says what may be told of an account's native-story credentials. The password is never returned.
         */
        get: operations["getNativeCredentials"];
        put?: never;
        post?: never;
        /**
         * Forget native-story credentials
         * @description Removes an account's credentials and session, ends a challenge, and switches story repost off. It succeeds when there are none.
         */
        delete: operations["deleteNativeCredentials"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings/session-phase/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How ready is an account for native stories?
         * @description Tells the readiness ramp of an account; higher phases enable more. For an unknown account exists is false.
         */
        get: operations["getSessionPhase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Configure story repost
         * @description Sets how an account is polled, and makes its configuration, switched off, if it has none. It needs native-story credentials. Story repost uses the network's app API, which the network does not offer to programs: it is unofficial, against the network's terms, and it can get the account limited, challenged or closed. It is off until you switch it on, and calls rarely and slowly.
         */
        post: operations["configureStoryRepost"];
        /**
         * Forget the configuration
         * @description Removes an account's configuration; polling ends, the history stays. It succeeds when there is none.
         */
        delete: operations["deleteStoryRepostConfig"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch story repost off
         * @description Switches an account off; the configuration stays. It succeeds when there is none.
         */
        post: operations["disableStoryRepost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch story repost on
         * @description Switches an account on, with the default configuration if it has none; the inbox is first polled some minutes later, outside of the quiet hours. It needs native-story credentials. Story repost uses the network's app API, which the network does not offer to programs: it is unofficial, against the network's terms, and it can get the account limited, challenged or closed. It is off until you switch it on, and calls rarely and slowly.
         */
        post: operations["enableStoryRepost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was reposted?
         * @description Lists what became of the newest 500 mentions. Poll no faster than every 60 seconds.
         */
        get: operations["listStoryReposts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for mentions now
         * @description Reads the inboxes of all accounts with native-story credentials at once, whatever the poll interval, with pauses between the calls, so that it takes some seconds. items are the mentions that nobody knew of. Within five minutes of the last reading, and in the pause after a challenge, it answers LOGIN_RATE_LIMITED. Story repost uses the network's app API, which the network does not offer to programs: it is unofficial, against the network's terms, and it can get the account limited, challenged or closed. It is off until you switch it on, and calls rarely and slowly.
         */
        post: operations["scanStoryMentions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/story-repost/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is story repost on?
         * @description Says whether an account is configured and switched on. Without accountId it speaks of the account that was connected first among those with a configuration.
         */
        get: operations["getStoryRepostStatus"];
        put?: never;
        post?: never;
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
        AcceptedPost: {
            /**
             * Format: uuid
             * @description Id of the post, to be polled until it is PUBLISHED or FAILED.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
            /**
             * @description The post has been accepted and is not published yet.
             * @enum {string}
             */
            status: "QUEUED";
            /** @description What the author may not expect; the post is published all the same. Empty as a rule. */
            warnings: components["schemas"]["Warning"][];
        };
        ApiKey: {
            /**
             * Format: date-time
             * @description When the key was made.
             * @example 2026-03-01T10:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description Id of the key.
             * @example b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d
             */
            id: string;
            /**
             * Format: date-time
             * @description When the key was last used; null when it never was.
             * @example 2026-03-14T09:20:11.000Z
             */
            lastUsedAt: string | null;
            /**
             * @description The user's label.
             * @example nightly script
             */
            name: string;
            /**
             * @description The first 12 characters of the key.
             * @example svc_live_Zk3
             */
            prefix: string;
            /**
             * Format: date-time
             * @description When the key was revoked; such a key is dead. Null while it works.
             * @example 2026-11-21T09:30:00.000Z
             */
            revokedAt: string | null;
            /**
             * @description Always empty: a key has full access.
             * @example
             */
            scopes: string;
        };
        ApiKeyList: {
            /** @description Every key, newest first, the revoked ones too. */
            keys: components["schemas"]["ApiKey"][];
        };
        AuthStatus: {
            /**
             * @description Whether the request came with good credentials.
             * @example true
             */
            authenticated: boolean;
            /**
             * @description The first connected account; only when authenticated, and absent while none is connected.
             * @example northwind.bakery
             */
            username?: string;
        };
        ClearedPost: {
            /**
             * Format: uuid
             * @description The post that has left the history.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            clearedPostId: string;
            /**
             * @description Always true.
             * @example true
             */
            success: boolean;
        };
        CloudCron: {
            /**
             * @description The cron expression.
             * @example * * * * *
             */
            cron: string;
        };
        CloudCronStatus: {
            /**
             * @description Whether cloud scheduling is set up.
             * @example true
             */
            configured: boolean;
            /** @description The worker's cron triggers. */
            crons: components["schemas"]["CloudCron"][];
            /**
             * @description Whether there is one.
             * @example true
             */
            hasCron: boolean;
            /**
             * Format: date-time
             * @description When it last ran.
             * @example 2026-03-14T09:26:00.000Z
             */
            lastCronRun: string | null;
            /**
             * Format: date-time
             * @description When the triggers were last changed.
             * @example 2026-03-10T17:03:40.000Z
             */
            modified_on: string | null;
        };
        CloudDiagnostics: {
            /**
             * Format: int64
             * @description Jobs that succeeded.
             * @example 118
             */
            completedCount: number;
            /**
             * Format: int64
             * @description Jobs that failed. When it grows and completedCount does not, every job fails.
             * @example 1
             */
            failedCount: number;
            /**
             * @description Whether the worker has its key.
             * @example true
             */
            hasEncryptionKey: boolean;
            /**
             * Format: date-time
             * @description When the worker's cron last ran. More than 90 seconds ago means that it does not fire; for 5 to 15 minutes after it was deployed that is normal.
             * @example 2026-03-14T09:26:00.000Z
             */
            lastCronRun: string | null;
            /** @description Whether the worker cannot be reached. */
            offline: boolean;
            /** @description Why not; null when it can. */
            offlineReason: string | null;
            /**
             * Format: int64
             * @description Reposts that wait in the worker.
             */
            pendingRepostCount: number;
            /** @description The latest jobs, as the worker words them; their members are not part of this contract. */
            recentJobs: {
                [key: string]: unknown;
            }[];
            /**
             * Format: int64
             * @description Story-repost configurations in the worker.
             */
            repostConfigCount: number;
            /**
             * Format: int64
             * @description Posts that wait in the worker.
             * @example 3
             */
            scheduledCount: number;
            /**
             * Format: date-time
             * @description When the worker answered.
             * @example 2026-03-14T09:26:53.589Z
             */
            timestamp: string;
            /**
             * @description Version of the worker.
             * @example 1.4.2
             */
            version: string | null;
        };
        CloudKV: {
            /**
             * @description Whether cloud scheduling is set up.
             * @example true
             */
            configured: boolean;
            /**
             * Format: int64
             * @description How many there are.
             * @example 1
             */
            keyCount: number;
            /** @description The keys that begin with the prefix. */
            keys: components["schemas"]["CloudKey"][];
            /**
             * @description Values of the keys that describe the worker itself.
             * @example {
             *       "meta:lastCronRun": "2026-03-14T09:26:00.000Z"
             *     }
             */
            metaValues: {
                [key: string]: string;
            };
        };
        CloudKey: {
            /**
             * @description The key.
             * @example post:3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            name: string;
        };
        CloudStatus: {
            /**
             * @description Whether there is a bucket.
             * @example true
             */
            bucketConfigured: boolean;
            /**
             * @description Name of the bucket.
             * @example crier-media
             */
            bucketName: string | null;
            /**
             * @description Address of the bucket's public side.
             * @example https://media.example.com
             */
            bucketPublicUrl: string | null;
            /**
             * @description Whether the provider's API token is saved.
             * @example true
             */
            hasStoredApiToken: boolean;
            /**
             * @description Whether cloud scheduling is set up.
             * @example true
             */
            isConfigured: boolean;
            /**
             * @description Whether the set-up has been proved to work; only then are posts scheduled in the cloud.
             * @example true
             */
            isVerified: boolean;
            /**
             * Format: date-time
             * @description When it last was; null when it never was.
             * @example 2026-03-10T17:04:12.000Z
             */
            lastVerifiedAt: string | null;
            /**
             * @description Whether there is a worker.
             * @example true
             */
            workerConfigured: boolean;
            /**
             * @description Address of the worker.
             * @example https://crier.example.workers.dev
             */
            workerUrl: string | null;
        };
        Counts: {
            /**
             * Format: int64
             * @description Jobs that are being worked on.
             * @example 1
             */
            active: number;
            /**
             * Format: int64
             * @description Jobs whose time has not come.
             * @example 4
             */
            delayed: number;
            /**
             * Format: int64
             * @description Waiting, active and delayed jobs together.
             * @example 5
             */
            total: number;
            /**
             * Format: int64
             * @description Jobs that are due and wait for a worker.
             * @example 0
             */
            waiting: number;
        };
        CreateApiKeyRequest: {
            /**
             * @description A label for the key.
             * @example nightly script
             */
            name: string;
        };
        CreatedApiKey: {
            /**
             * @description The key itself. This is the only time that it is shown.
             * @example svc_live_Zk3vQ8r1T5yB7nM2cX9wE4aS6dF0gH1jK3lP5oI7uY8
             */
            fullKey: string;
            /** @description What can be read of the key later too. */
            key: components["schemas"]["ApiKey"];
        };
        DraftPatch: {
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
             * @description Makes the reel a trial; only on REELS. Null makes it an ordinary one.
             * @enum {string|null}
             */
            trial?: "manual" | "performance" | null;
            /** @description People in the picture, in place of those before; only on IMAGE and CAROUSEL. */
            userTags?: components["schemas"]["UserTag"][] | null;
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
        Health: {
            /** @description What the service is made of. */
            services: components["schemas"]["HealthServices"];
            /**
             * @description healthy when everything works; degraded when nothing can be written, as on a full disk, or nothing is published, and services says what is wrong. No other value is answered with 200 so far: a database that cannot be read is a 503.
             * @enum {string}
             */
            status: "healthy" | "degraded" | "unhealthy";
            /**
             * Format: date-time
             * @description When the question was answered.
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            /**
             * Format: double
             * @description Seconds since the process started.
             * @example 4211.5
             */
            uptime: number;
        };
        HealthServices: {
            /**
             * @description up when the database can be read and written, read-only when it can only be read.
             * @example up
             */
            database: string;
            /**
             * @description up when there is room on the disk of the data folder, full when there is none.
             * @example up
             */
            disk: string;
            /**
             * @description up when posts go out; else one sentence that says why every post is held, which is that the data folder has gone back in time.
             * @example up
             */
            publishing: string;
        };
        Me: {
            /** @description The connected accounts, in the order in which they were connected. */
            accounts: components["schemas"]["SocialAccount"][];
            /** @description The one user. */
            user: components["schemas"]["User"];
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
        MediaList: {
            /** @description A page of the files, newest first. */
            files: components["schemas"]["MediaFile"][];
            /** @description Whether there are files after this page. */
            hasMore: boolean;
            /**
             * Format: int64
             * @description How many files there are.
             * @example 1
             */
            total: number;
        };
        NativeChallengeRequest: {
            /**
             * Format: uuid
             * @description The account whose challenge it is. Without it the answer is MISSING_ACCOUNT_ID.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            accountId: string;
            /**
             * @description The six digits that the network has sent. Anything else is INVALID_CODE.
             * @example 123456
             */
            code: string;
        };
        NativeChallengeResult: {
            /**
             * @description What happened, for people.
             * @example The challenge is over; the credentials are saved.
             */
            message: string;
            /**
             * @description Always true: the challenge is over, and the credentials are saved.
             * @example true
             */
            resolved: boolean;
            /**
             * @description Always true.
             * @example true
             */
            success: boolean;
        };
        NativeCredentials: {
            /** @description PENDING while a login waits for the code that the network has sent; else null. */
            challengeState: string | null;
            /**
             * @description Whether credentials are saved for the account.
             * @example true
             */
            configured: boolean;
            /**
             * @description Whether there is a session at the network.
             * @example true
             */
            hasSession: boolean;
            /**
             * Format: date-time
             * @description When the credentials last signed in to the network.
             * @example 2026-03-14T09:20:11.000Z
             */
            lastLoginAt: string | null;
            /**
             * @description The username that is saved.
             * @example sandbox.native
             */
            snUsername: string | null;
        };
        NativeCredentialsRequest: {
            /**
             * Format: uuid
             * @description The account that the credentials are for.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            accountId: string;
            /**
             * Format: password
             * @description The password at the network. It is stored sealed and never returned.
             * @example SANDBOX-password
             */
            snPassword: string;
            /**
             * @description The username at the network, 1 to 30 characters; an @ before it is dropped.
             * @example sandbox.native
             */
            snUsername: string;
        };
        NativeLogin: {
            /**
             * @description Whether the network has sent a code. Nothing is saved before that code is submitted.
             * @example false
             */
            challengeRequired: boolean;
            /**
             * @description How the code was sent, EMAIL or SMS; null without a challenge.
             * @example EMAIL
             */
            challengeType: string | null;
            /**
             * @description Where the code was sent, masked by the network; null without a challenge, and when the network does not say.
             * @example s****e@e*****.com
             */
            contactPoint: string | null;
            /**
             * @description What happened, for people.
             * @example Signed in to the network; the credentials are saved.
             */
            message: string;
            /**
             * @description Whether the login worked and the credentials are saved.
             * @example true
             */
            success: boolean;
            /**
             * @description Says that Crier speaks as an outdated version of the network's app; null otherwise.
             * @example Crier speaks as version 446.0.0.49.77 of the network's app, and 450.0.0.1.1 is out; the network may refuse or flag the login
             */
            versionWarning: string | null;
        };
        NetworkDeletion: {
            /**
             * Format: uuid
             * @description The post that has left the history.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            clearedPostId: string;
            /** @description Why the network has not deleted the post; null when it has. */
            deleteError: string | null;
            /**
             * @description Address that the post has, or had, at the network.
             * @example https://www.instagram.com/p/DAbCdEfGhIj/
             */
            permalink: string | null;
            /**
             * @description Always true: the post has left the history.
             * @example true
             */
            success: boolean;
            /** @description What is still live: PARTNER_COPY names the copy on the Page, with its address. Empty when there is nothing to say. */
            warnings: components["schemas"]["Warning"][];
            /**
             * @description Whether the network has deleted the post.
             * @example true
             */
            wasDeletedFromNetwork: boolean;
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
        PostList: {
            /** @description Whether there are posts after this page. */
            hasMore: boolean;
            /**
             * Format: int64
             * @description How many posts a page has.
             * @example 20
             */
            limit: number;
            /**
             * Format: int64
             * @description Which page this is, from 1.
             * @example 1
             */
            page: number;
            /** @description A page of the posts. */
            posts: components["schemas"]["Post"][];
            /**
             * Format: int64
             * @description How many posts there are.
             * @example 1
             */
            total: number;
        };
        PublishRequest: {
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
             * Format: uuid
             * @description A draft that becomes this post, with the content of this request.
             * @example 6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918
             */
            draftId?: string | null;
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
             * @description Makes the reel a trial, which only people who do not follow the account see at first: manual until somebody shows it to all in the network's own app, performance until it does well. Only on REELS.
             * @enum {string|null}
             */
            trial?: "manual" | "performance" | null;
            /** @description People in the picture; only on IMAGE and CAROUSEL. */
            userTags?: components["schemas"]["UserTag"][] | null;
        };
        PublishablePost: {
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
             * @description Makes the reel a trial, which only people who do not follow the account see at first: manual until somebody shows it to all in the network's own app, performance until it does well. Only on REELS.
             * @enum {string|null}
             */
            trial?: "manual" | "performance" | null;
            /** @description People in the picture; only on IMAGE and CAROUSEL. */
            userTags?: components["schemas"]["UserTag"][] | null;
        };
        QueueStatus: {
            /** @description The open jobs of the local queue. */
            counts: components["schemas"]["Counts"];
            /**
             * @description Always local.
             * @example local
             */
            queue: string;
        };
        QueuedPost: {
            /**
             * Format: uuid
             * @description Id of the post, to be polled until it is PUBLISHED or FAILED.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
            /**
             * @description The post has been accepted and is not published yet.
             * @enum {string}
             */
            status: "QUEUED";
        };
        RecentCompletions: {
            /** @description Whether more of them are there already. */
            hasMore: boolean;
            /**
             * Format: date-time
             * @description What to send as since the next time; nothing is missed or comes twice.
             * @example 2026-03-14T09:26:53.589Z
             */
            nextSince: string;
            /** @description Posts that became PUBLISHED or FAILED, the oldest completion first. */
            posts: components["schemas"]["Post"][];
        };
        RevokedApiKey: {
            /** @description Whether the key had been revoked before. */
            alreadyRevoked: boolean;
            /**
             * @description Always true.
             * @example true
             */
            success: boolean;
        };
        SNVersion: {
            /**
             * @description The version of the network's app that native stories speak as.
             * @example 446.0.0.49.77
             */
            currentVersion: string;
            /**
             * @description Whether the newest version is a later one.
             * @example false
             */
            isOutdated: boolean;
            /**
             * Format: date-time
             * @description When the newest version was last asked for, with success or not; null before the first time.
             * @example 2026-03-14T06:00:00.000Z
             */
            lastCheckedAt: string | null;
            /**
             * @description The newest version of the network's app; null while no check has succeeded.
             * @example 446.0.0.49.77
             */
            latestVersion: string | null;
        };
        SavedDraft: {
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
            /** @description What publishing the draft as it is would be refused for, here or by the network, and what nobody would see of it; empty when nothing is known. */
            warnings: components["schemas"]["Warning"][];
        };
        SchedulePatch: {
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
            /** @description Usernames of people in the video or story, in place of those before; only on REELS and STORIES. */
            peopleTagged?: string[] | null;
            /**
             * Format: date-time
             * @description The new time, strictly in the future, with any offset.
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
             * @description IANA name of the time zone, stored beside the time.
             * @example Europe/Lisbon
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
        ScheduleRequest: {
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
             * Format: uuid
             * @description A draft that becomes this post, with the content of this request.
             * @example 6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918
             */
            draftId?: string | null;
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
             * @description When to publish, strictly in the future, with any offset.
             * @example 2026-12-24T09:00:00+01:00
             */
            scheduledFor: string;
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
             * @description IANA name of the time zone, stored beside the time; UTC without one.
             * @example Europe/Lisbon
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
        ScheduledPost: {
            /**
             * @description Id in the cloud worker: the post's. Only when isCloud.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            cloudJobId?: string;
            /** @description Whether the cloud worker publishes it, or this program. */
            isCloud: boolean;
            /**
             * @description Id of the job that publishes it; in the cloud, cloudJobId.
             * @example e4d3c2b1-a09f-4e8d-b7c6-5a4f3e2d1c0b
             */
            jobId: string;
            /**
             * Format: uuid
             * @description Id of the post.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            postId: string;
            /**
             * Format: date-time
             * @description When it is published.
             * @example 2026-12-24T08:00:00.000Z
             */
            scheduledFor: string;
            /**
             * @description The post waits for its time.
             * @enum {string}
             */
            status: "SCHEDULED";
            /**
             * @description The time zone that it was planned in.
             * @example Europe/Lisbon
             */
            timezone: string;
            /** @description What the author may not expect; the post is published all the same. Empty as a rule. */
            warnings: components["schemas"]["Warning"][];
        };
        SessionPhase: {
            /**
             * @description Whether cloud scheduling is set up.
             * @example false
             */
            cloudConfigured: boolean;
            /**
             * @description Always true: this computer answers, so it is running.
             * @example true
             */
            desktopOnline: boolean;
            /**
             * @description Whether there is such an account.
             * @example true
             */
            exists: boolean;
            /**
             * @description Whether native-story credentials are saved.
             * @example true
             */
            hasCredentials: boolean;
            /**
             * @description Whether there is a session at the network.
             * @example true
             */
            hasSession: boolean;
            /**
             * Format: int64
             * @description 1: no session yet. 2: a session that works. 3: a session older than seven days, or one with cloud scheduling set up.
             * @example 2
             */
            phase: number;
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
        StoryRepost: {
            /**
             * Format: date-time
             * @description When the mention was found.
             * @example 2026-03-14T06:12:00.000Z
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description Id of the record.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            id: string;
            /**
             * @description Author of the story.
             * @example ann
             */
            originalUsername: string;
            /**
             * @description Address of the repost, once published.
             * @example https://www.instagram.com/stories/northwind.bakery/3587104962285710336/
             */
            permalink: string | null;
            /**
             * @description What became of the mention.
             * @example PUBLISHED
             * @enum {string}
             */
            status: "DETECTED" | "PENDING" | "PROCESSING" | "PUBLISHED" | "FAILED" | "SKIPPED" | "EXPIRED";
        };
        StoryRepostAccount: {
            /**
             * Format: uuid
             * @description The account.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            accountId: string;
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
        StoryRepostConfigRequest: {
            /**
             * Format: uuid
             * @description The account.
             * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
             */
            accountId: string;
            /**
             * @description Whether to tag the author of the story.
             * @example true
             */
            autoTagOriginalPoster: boolean;
            /**
             * Format: int64
             * @description Hours between two polls.
             * @example 12
             */
            pollIntervalHours: number;
        };
        StoryRepostHistory: {
            /** @description What became of each mention, newest first. */
            reposts: components["schemas"]["StoryRepost"][];
        };
        StoryRepostOverview: {
            /** @description The configuration; null while there is none. */
            config: components["schemas"]["StoryRepostConfig"] | null;
            /**
             * @description Whether the account is configured.
             * @example true
             */
            configured: boolean;
            /**
             * @description Whether story repost is on.
             * @example true
             */
            isEnabled: boolean;
        };
        StoryRepostScan: {
            /**
             * Format: int64
             * @description New mentions.
             * @example 1
             */
            detected: number;
            /** @description The mentions. */
            items: {
                [key: string]: unknown;
            }[];
            /**
             * Format: int64
             * @description Mentions that wait to be reposted.
             * @example 1
             */
            pending: number;
        };
        Success: {
            /**
             * @description Always true.
             * @example true
             */
            success: boolean;
        };
        User: {
            /**
             * Format: uuid
             * @description Id of the user.
             * @example 5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51
             */
            id: string;
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
    deleteAccount: {
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
    checkAuth: {
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
                     *       "authenticated": true,
                     *       "username": "northwind.bakery"
                     *     }
                     */
                    "application/json": components["schemas"]["AuthStatus"];
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
    logout: {
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
                    /**
                     * @description Clears the session cookie, when there was one.
                     * @example session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict
                     */
                    "Set-Cookie"?: string;
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
    getMe: {
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
                     *       "user": {
                     *         "id": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51"
                     *       },
                     *       "accounts": [
                     *         {
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
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
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
    getCloudCronStatus: {
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
                     *       "crons": [
                     *         {
                     *           "cron": "* * * * *"
                     *         }
                     *       ],
                     *       "hasCron": true,
                     *       "lastCronRun": "2026-03-14T09:26:00.000Z",
                     *       "modified_on": "2026-03-10T17:03:40.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CloudCronStatus"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
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
    getCloudDiagnostics: {
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
                     *       "version": "1.4.2",
                     *       "hasEncryptionKey": true,
                     *       "lastCronRun": "2026-03-14T09:26:00.000Z",
                     *       "scheduledCount": 3,
                     *       "repostConfigCount": 0,
                     *       "pendingRepostCount": 0,
                     *       "completedCount": 118,
                     *       "failedCount": 1,
                     *       "recentJobs": [
                     *         {}
                     *       ],
                     *       "timestamp": "2026-03-14T09:26:53.589Z",
                     *       "offline": false,
                     *       "offlineReason": null
                     *     }
                     */
                    "application/json": components["schemas"]["CloudDiagnostics"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CLOUD_NOT_CONFIGURED`: Cloud scheduling is not set up.
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
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
    listCloudKeys: {
        parameters: {
            query?: {
                /**
                 * @description Only keys that begin so.
                 * @example post:
                 */
                prefix?: string;
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
                     *       "configured": true,
                     *       "keys": [
                     *         {
                     *           "name": "post:3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *         }
                     *       ],
                     *       "keyCount": 1,
                     *       "metaValues": {
                     *         "meta:lastCronRun": "2026-03-14T09:26:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CloudKV"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
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
    getCloudStatus: {
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
                     *       "isConfigured": true,
                     *       "isVerified": true,
                     *       "lastVerifiedAt": "2026-03-10T17:04:12.000Z",
                     *       "bucketConfigured": true,
                     *       "workerConfigured": true,
                     *       "bucketName": "crier-media",
                     *       "bucketPublicUrl": "https://media.example.com",
                     *       "workerUrl": "https://crier.example.workers.dev",
                     *       "hasStoredApiToken": true
                     *     }
                     */
                    "application/json": components["schemas"]["CloudStatus"];
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
    getHealth: {
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
                     *       "status": "healthy",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "services": {
                     *         "database": "up",
                     *         "disk": "up",
                     *         "publishing": "up"
                     *       },
                     *       "uptime": 4211.5
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
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
            /**
             * @description Service Unavailable
             *
             *     - `INTERNAL_ERROR`: Crier itself failed.
             */
            503: {
                headers: {
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
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
    getSnVersion: {
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
                     *       "currentVersion": "446.0.0.49.77",
                     *       "latestVersion": "446.0.0.49.77",
                     *       "isOutdated": false,
                     *       "lastCheckedAt": "2026-03-14T06:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SNVersion"];
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
    listMedia: {
        parameters: {
            query?: {
                /**
                 * @description How many files to return, 1 to 100.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description How many files to pass over, from the newest.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only images, or only videos.
                 * @example image
                 */
                type?: "image" | "video";
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
                     *           "originalFilename": "loaves.png",
                     *           "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *           "mimeType": "image/jpeg",
                     *           "fileSize": 482113,
                     *           "width": 1080,
                     *           "height": 1350,
                     *           "durationSeconds": null,
                     *           "aspectRatio": "4:5",
                     *           "isValid": true,
                     *           "validationErrors": null,
                     *           "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *           "processedPath": null,
                     *           "createdAt": "2026-03-14T09:21:07.412Z",
                     *           "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *           "publicUrl": null,
                     *           "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *           "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["MediaList"];
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
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A form with one file. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "picture.jpg"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The image or video, image/jpeg, image/png, image/webp, video/mp4, video/quicktime, video/x-matroska, video/webm, video/x-msvideo.
                     */
                    file: string;
                };
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
                     *       "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *       "originalFilename": "loaves.png",
                     *       "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *       "mimeType": "image/jpeg",
                     *       "fileSize": 482113,
                     *       "width": 1080,
                     *       "height": 1350,
                     *       "durationSeconds": null,
                     *       "aspectRatio": "4:5",
                     *       "isValid": true,
                     *       "validationErrors": null,
                     *       "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *       "processedPath": null,
                     *       "createdAt": "2026-03-14T09:21:07.412Z",
                     *       "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *       "publicUrl": null,
                     *       "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *       "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *     }
                     */
                    "application/json": components["schemas"]["MediaFile"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
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
    getMedia: {
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
                     *       "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *       "originalFilename": "loaves.png",
                     *       "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *       "mimeType": "image/jpeg",
                     *       "fileSize": 482113,
                     *       "width": 1080,
                     *       "height": 1350,
                     *       "durationSeconds": null,
                     *       "aspectRatio": "4:5",
                     *       "isValid": true,
                     *       "validationErrors": null,
                     *       "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *       "processedPath": null,
                     *       "createdAt": "2026-03-14T09:21:07.412Z",
                     *       "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *       "publicUrl": null,
                     *       "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *       "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *     }
                     */
                    "application/json": components["schemas"]["MediaFile"];
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
    deleteMedia: {
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
    listPosts: {
        parameters: {
            query?: {
                /**
                 * @description Only posts in this status.
                 * @example FAILED
                 */
                status?: "DRAFT" | "SCHEDULED" | "QUEUED" | "PROCESSING" | "PUBLISHING" | "PUBLISHED" | "FAILED";
                /**
                 * @description Which page, from 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many posts a page has, 1 to 100.
                 * @example 20
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
                     *       "posts": [
                     *         {
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "userId": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51",
                     *           "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "sourceType": "MANUAL",
                     *           "caption": "Fresh from the oven: our spring rye. #bakery #sourdough",
                     *           "hashtags": null,
                     *           "locationId": "213385402",
                     *           "locationName": "Lisbon, Portugal",
                     *           "userTags": "[{\"username\":\"potter\",\"x\":0.4,\"y\":0.6}]",
                     *           "collaborators": null,
                     *           "storyMentions": null,
                     *           "publishedViaPrivateApi": false,
                     *           "crossPostToPartner": false,
                     *           "partnerPostId": null,
                     *           "partnerPermalink": null,
                     *           "isScheduled": false,
                     *           "scheduledFor": null,
                     *           "timezone": "UTC",
                     *           "status": "PUBLISHED",
                     *           "snContainerId": "17889455560051444",
                     *           "snMediaId": "17920238422030506",
                     *           "snPermalink": "https://www.instagram.com/p/DAbCdEfGhIj/",
                     *           "cloudJobId": null,
                     *           "bucketMediaKey": null,
                     *           "errorMessage": null,
                     *           "errorCode": null,
                     *           "retryCount": 0,
                     *           "lastAttemptAt": "2026-03-14T09:26:41.120Z",
                     *           "publishedAt": "2026-03-14T09:26:53.589Z",
                     *           "createdAt": "2026-03-14T09:26:39.004Z",
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "altText": "Three round loaves of rye bread on a wooden board",
                     *           "firstComment": "Which loaf shall we bake next?",
                     *           "firstCommentState": "MADE",
                     *           "firstCommentId": "17870913679156914",
                     *           "coverMediaFileId": "9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e",
                     *           "thumbOffsetMs": 2500,
                     *           "shareToFeed": null,
                     *           "altTexts": null,
                     *           "peopleTagged": null,
                     *           "isAiGenerated": null,
                     *           "trial": null,
                     *           "mediaFiles": [
                     *             {
                     *               "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *               "originalFilename": "loaves.png",
                     *               "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *               "mimeType": "image/jpeg",
                     *               "fileSize": 482113,
                     *               "width": 1080,
                     *               "height": 1350,
                     *               "durationSeconds": null,
                     *               "aspectRatio": "4:5",
                     *               "isValid": true,
                     *               "validationErrors": null,
                     *               "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *               "processedPath": null,
                     *               "createdAt": "2026-03-14T09:21:07.412Z",
                     *               "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *               "publicUrl": null,
                     *               "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *               "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *             }
                     *           ],
                     *           "warnings": []
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "page": 1,
                     *       "limit": 20,
                     *       "hasMore": false
                     *     }
                     */
                    "application/json": components["schemas"]["PostList"];
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
    createDraft: {
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
                "application/json": components["schemas"]["PublishablePost"];
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
                    "application/json": components["schemas"]["SavedDraft"];
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
    updateDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the draft.
                 * @example 6f5e4d3c-2b1a-4098-8f7e-6d5c4b3a2918
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftPatch"];
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
                    "application/json": components["schemas"]["SavedDraft"];
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
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
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
    publishPost: {
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
                "application/json": components["schemas"]["PublishRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
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
                    "application/json": components["schemas"]["AcceptedPost"];
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
    listRecentCompletions: {
        parameters: {
            query: {
                /**
                 * @description Only posts that ended after this instant: the nextSince of the answer before, or the time at which to begin.
                 * @example 2026-03-14T09:00:00.000Z
                 */
                since: string;
                /**
                 * @description How many posts at most.
                 * @example 20
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
                     *       "posts": [
                     *         {
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "userId": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51",
                     *           "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "mediaType": "IMAGE",
                     *           "sourceType": "MANUAL",
                     *           "caption": "Fresh from the oven: our spring rye. #bakery #sourdough",
                     *           "hashtags": null,
                     *           "locationId": "213385402",
                     *           "locationName": "Lisbon, Portugal",
                     *           "userTags": "[{\"username\":\"potter\",\"x\":0.4,\"y\":0.6}]",
                     *           "collaborators": null,
                     *           "storyMentions": null,
                     *           "publishedViaPrivateApi": false,
                     *           "crossPostToPartner": false,
                     *           "partnerPostId": null,
                     *           "partnerPermalink": null,
                     *           "isScheduled": false,
                     *           "scheduledFor": null,
                     *           "timezone": "UTC",
                     *           "status": "PUBLISHED",
                     *           "snContainerId": "17889455560051444",
                     *           "snMediaId": "17920238422030506",
                     *           "snPermalink": "https://www.instagram.com/p/DAbCdEfGhIj/",
                     *           "cloudJobId": null,
                     *           "bucketMediaKey": null,
                     *           "errorMessage": null,
                     *           "errorCode": null,
                     *           "retryCount": 0,
                     *           "lastAttemptAt": "2026-03-14T09:26:41.120Z",
                     *           "publishedAt": "2026-03-14T09:26:53.589Z",
                     *           "createdAt": "2026-03-14T09:26:39.004Z",
                     *           "updatedAt": "2026-03-14T09:26:53.589Z",
                     *           "altText": "Three round loaves of rye bread on a wooden board",
                     *           "firstComment": "Which loaf shall we bake next?",
                     *           "firstCommentState": "MADE",
                     *           "firstCommentId": "17870913679156914",
                     *           "coverMediaFileId": "9a1d3c5e-7b2f-4a6d-8e0c-4f5b6a7c8d9e",
                     *           "thumbOffsetMs": 2500,
                     *           "shareToFeed": null,
                     *           "altTexts": null,
                     *           "peopleTagged": null,
                     *           "isAiGenerated": null,
                     *           "trial": null,
                     *           "mediaFiles": [
                     *             {
                     *               "id": "1b4e28ba-2fa1-4d2e-883f-0016d3cca427",
                     *               "originalFilename": "loaves.png",
                     *               "storagePath": "images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *               "mimeType": "image/jpeg",
                     *               "fileSize": 482113,
                     *               "width": 1080,
                     *               "height": 1350,
                     *               "durationSeconds": null,
                     *               "aspectRatio": "4:5",
                     *               "isValid": true,
                     *               "validationErrors": null,
                     *               "thumbnailPath": "thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *               "processedPath": null,
                     *               "createdAt": "2026-03-14T09:21:07.412Z",
                     *               "previewUrl": "/uploads/images/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *               "publicUrl": null,
                     *               "thumbnailUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg",
                     *               "thumbnailPreviewUrl": "/uploads/thumbnails/1b4e28ba-2fa1-4d2e-883f-0016d3cca427.jpg"
                     *             }
                     *           ],
                     *           "warnings": []
                     *         }
                     *       ],
                     *       "hasMore": false,
                     *       "nextSince": "2026-03-14T09:26:53.589Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RecentCompletions"];
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
    getPost: {
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
                    "application/json": components["schemas"]["Post"];
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
    deletePost: {
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
                     *       "success": true,
                     *       "clearedPostId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                     *     }
                     */
                    "application/json": components["schemas"]["ClearedPost"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
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
    deletePostFromNetwork: {
        parameters: {
            query?: {
                /**
                 * @description Delete the copy on the Page too, where the post was shared. Without it the copy stays, and warnings name it.
                 * @example false
                 */
                partner?: boolean;
            };
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
                    "application/json": components["schemas"]["NetworkDeletion"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
             *     - `NO_MEDIA_ID`: The post has no id at the network, so it cannot be deleted there.
             *     - `STORIES_CANNOT_DELETE`: Stories cannot be deleted through the API.
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
    retryPost: {
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
                     *       "postId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *       "status": "QUEUED"
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedPost"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `INVALID_STATUS`: The post's current status does not allow the operation.
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
    listScheduled: {
        parameters: {
            query?: {
                /**
                 * @description Only posts in this status.
                 * @example SCHEDULED
                 */
                status?: "SCHEDULED" | "QUEUED" | "PROCESSING" | "PUBLISHING";
                /**
                 * @description Which page, from 1.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description How many posts a page has, 1 to 100.
                 * @example 20
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
                    "application/json": components["schemas"]["PostList"];
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
    schedulePost: {
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
                "application/json": components["schemas"]["ScheduleRequest"];
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
                    "application/json": components["schemas"]["ScheduledPost"];
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
    getQueueStatus: {
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
                     *       "queue": "local",
                     *       "counts": {
                     *         "waiting": 0,
                     *         "active": 1,
                     *         "delayed": 4,
                     *         "total": 5
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QueueStatus"];
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
    getScheduled: {
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
                    "application/json": components["schemas"]["Post"];
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
    updateScheduled: {
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
                "application/json": components["schemas"]["SchedulePatch"];
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
                    "application/json": components["schemas"]["Post"];
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
    cancelScheduled: {
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
             *     - `ENCRYPTION_KEY_MISMATCH`: Crier and the cloud worker hold different encryption keys.
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
    listApiKeys: {
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
                     *       "keys": [
                     *         {
                     *           "id": "b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d",
                     *           "name": "nightly script",
                     *           "prefix": "svc_live_Zk3",
                     *           "scopes": "",
                     *           "createdAt": "2026-03-01T10:00:00.000Z",
                     *           "lastUsedAt": "2026-03-14T09:20:11.000Z",
                     *           "revokedAt": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyList"];
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
    createApiKey: {
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
                 *       "name": "nightly script"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyRequest"];
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
                     *       "key": {
                     *         "id": "b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d",
                     *         "name": "nightly script",
                     *         "prefix": "svc_live_Zk3",
                     *         "scopes": "",
                     *         "createdAt": "2026-03-01T10:00:00.000Z",
                     *         "lastUsedAt": "2026-03-14T09:20:11.000Z",
                     *         "revokedAt": null
                     *       },
                     *       "fullKey": "svc_live_Zk3vQ8r1T5yB7nM2cX9wE4aS6dF0gH1jK3lP5oI7uY8"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
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
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the key.
                 * @example b8a6c4e2-0f1d-4b3a-9c5e-7d6f8a9b0c1d
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
                     *       "success": true,
                     *       "alreadyRevoked": false
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedApiKey"];
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
    saveNativeCredentials: {
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
                 *       "accountId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                 *       "snUsername": "sandbox.native",
                 *       "snPassword": "SANDBOX-password"
                 *     }
                 */
                "application/json": components["schemas"]["NativeCredentialsRequest"];
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
                    "application/json": components["schemas"]["NativeLogin"];
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
    submitNativeChallenge: {
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
                 *       "accountId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                 *       "code": "123456"
                 *     }
                 */
                "application/json": components["schemas"]["NativeChallengeRequest"];
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
                     *       "success": true,
                     *       "resolved": true,
                     *       "message": "The challenge is over; the credentials are saved."
                     *     }
                     */
                    "application/json": components["schemas"]["NativeChallengeResult"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `INVALID_CODE`: The challenge code is not six digits, or the network refused it.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `LOGIN_FAILED`: The network rejected the credentials, wants the login confirmed in its own app, or gave no answer.
             *     - `MISSING_ACCOUNT_ID`: The challenge submission names no account.
             *     - `NO_ACTIVE_SESSION`: No challenge waits for a code: it has ended, or none was begun.
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
    getNativeCredentials: {
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
                     *       "configured": true,
                     *       "snUsername": "sandbox.native",
                     *       "lastLoginAt": "2026-03-14T09:20:11.000Z",
                     *       "challengeState": null,
                     *       "hasSession": true
                     *     }
                     */
                    "application/json": components["schemas"]["NativeCredentials"];
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
    deleteNativeCredentials: {
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
    getSessionPhase: {
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
                     *       "hasCredentials": true,
                     *       "hasSession": true,
                     *       "cloudConfigured": false,
                     *       "desktopOnline": true,
                     *       "exists": true,
                     *       "phase": 2
                     *     }
                     */
                    "application/json": components["schemas"]["SessionPhase"];
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
    configureStoryRepost: {
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
                 *       "accountId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                 *       "pollIntervalHours": 12,
                 *       "autoTagOriginalPoster": true
                 *     }
                 */
                "application/json": components["schemas"]["StoryRepostConfigRequest"];
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
                     *       "id": "c4b8a2d6-1e3f-4a5c-9b7d-8f0e2c6a4d1b",
                     *       "userId": "5d1f7a3b-8c2e-4e6f-a0b4-2c9d8e7f6a51",
                     *       "socialAccountId": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "isEnabled": true,
                     *       "snUsername": "northwind.bakery",
                     *       "pollIntervalHours": 12,
                     *       "jitterMinutes": 30,
                     *       "lastPollAt": "2026-03-14T06:12:00.000Z",
                     *       "lastPollStatus": "NO_MENTIONS",
                     *       "lastPollError": null,
                     *       "consecutiveFailures": 0,
                     *       "autoDisabledAt": null,
                     *       "autoDisableReason": null,
                     *       "challengeCount30d": 0,
                     *       "lastChallengeAt": null,
                     *       "challengePauseUntil": null,
                     *       "configuredAt": "2026-03-13T08:30:00.000Z",
                     *       "warmUpComplete": false,
                     *       "sleepWindowStart": 23,
                     *       "sleepWindowEnd": 7,
                     *       "dailyRepostLimit": 10,
                     *       "repostsToday": 0,
                     *       "repostsTodayResetAt": null,
                     *       "autoRepostEnabled": false,
                     *       "lastAutoSyncAt": null,
                     *       "autoTagOriginalPoster": true,
                     *       "signatureOverlay": "{\"text\":\"via @author\"}",
                     *       "createdAt": "2026-03-13T08:30:00.000Z",
                     *       "updatedAt": "2026-03-14T06:12:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StoryRepostConfig"];
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
    deleteStoryRepostConfig: {
        parameters: {
            query: {
                /**
                 * @description The account.
                 * @example 3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e
                 */
                accountId: string;
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
    disableStoryRepost: {
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
                 *       "accountId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                 *     }
                 */
                "application/json": components["schemas"]["StoryRepostAccount"];
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
    enableStoryRepost: {
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
                 *       "accountId": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e"
                 *     }
                 */
                "application/json": components["schemas"]["StoryRepostAccount"];
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
                     *       "success": true
                     *     }
                     */
                    "application/json": components["schemas"]["Success"];
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
    listStoryReposts: {
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
                     *           "id": "3f2b8c1e-6d4a-4f7b-9c0d-5e8a1b2c3d4e",
                     *           "status": "PUBLISHED",
                     *           "originalUsername": "ann",
                     *           "createdAt": "2026-03-14T06:12:00.000Z",
                     *           "permalink": "https://www.instagram.com/stories/northwind.bakery/3587104962285710336/"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StoryRepostHistory"];
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
    scanStoryMentions: {
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
                     *       "detected": 1,
                     *       "pending": 1,
                     *       "items": [
                     *         {}
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StoryRepostScan"];
                };
            };
            /**
             * @description Bad Request
             *
             *     - `CREDENTIALS_NOT_CONFIGURED`: The account has no native-story credentials.
             *     - `INVALID_PARAM`: A path or query parameter does not parse.
             *     - `LOGIN_FAILED`: The network rejected the credentials, wants the login confirmed in its own app, or gave no answer.
             *     - `TWO_FACTOR_REQUIRED`: The account has two-factor authentication, which a sign-in with the password cannot pass.
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
    getStoryRepostStatus: {
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
                     *       "configured": true,
                     *       "isEnabled": true,
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
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StoryRepostOverview"];
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
