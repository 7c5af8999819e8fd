-- An account at a checkpoint has a mark of its own: its token is as good as before once somebody has done in the network's app what
-- that asks for, so token_expires_at stays what the network said. An account has one mark at a time, that of the network's last word.
ALTER TABLE social_accounts ADD COLUMN checkpoint_at INTEGER;
ALTER TABLE social_accounts ADD COLUMN checkpoint_reason TEXT;

-- Until now a checkpoint was taken for a dead token.
UPDATE social_accounts
SET checkpoint_at = token_dead_at, checkpoint_reason = token_dead_reason, token_expires_at = token_expiry_kept,
    token_dead_at = NULL, token_dead_reason = NULL, token_expiry_kept = NULL
WHERE token_dead_at IS NOT NULL
    AND (token_dead_reason LIKE '%(code 25/2207050%' OR token_dead_reason LIKE '%(code 190/459%' OR token_dead_reason LIKE '%(code 190/464%');
