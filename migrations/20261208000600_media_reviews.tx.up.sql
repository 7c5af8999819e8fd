-- How often in a row a review of the video was begun and has not ended: Crier ended in the middle of it, or the system ended ffmpeg.
ALTER TABLE media_files ADD COLUMN reviews INTEGER NOT NULL DEFAULT 0;
