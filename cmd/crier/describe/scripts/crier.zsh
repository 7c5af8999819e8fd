#compdef crier
# Completion of crier for zsh. In ~/.zshrc, after compinit: source <(crier completion zsh)
# or as a file _crier in a folder of $fpath.
_crier() {
	local kind line
	local -a lines described
	lines=("${(@f)$("${words[1]}" complete "--current=${words[CURRENT]}" -- "${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
	kind=${lines[1]}
	for line in "${(@)lines[2,-1]}"; do
		described+=("${line%%$'\t'*}${${line#*$'\t'}:+:${line#*$'\t'}}")
	done
	# The name of a file in --flag=FILE begins behind the sign.
	if [[ $kind != :words && ${words[CURRENT]} == --*=* ]]; then
		compset -P 1 '*='
	fi
	case $kind in
	:files) _files ;;
	:folders) _files -/ ;;
	:words) (( ${#described} )) && _describe -t crier 'crier' described ;;
	esac
}
if [ "${funcstack[1]}" = "_crier" ]; then
	_crier "$@"
else
	compdef _crier crier
fi
