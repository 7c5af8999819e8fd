# Starts a program, and kills it when the standard input ends: at the latest when the process does that
# has the other end, however that ends. Ctrl-C reaches this shell as well. If the shell died of that,
# nobody would end the program, which a shell starts without that signal.
trap "" INT QUIT TERM HUP
"$@" &
exec 3>&- 2>/dev/null
read -r _
kill -9 $!
wait $!
