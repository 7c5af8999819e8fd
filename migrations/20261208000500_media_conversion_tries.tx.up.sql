-- How often in a row the conversion was begun and has not ended: Crier ended in the middle of it, or the system ended ffmpeg.
ALTER TABLE media_conversions ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
