-- The name of a file never leads to a folder. Earlier versions took "..".
UPDATE media_files SET original_filename = 'unnamed' WHERE trim(original_filename, './ ') = '';
