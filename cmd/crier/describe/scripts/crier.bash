# Completion of crier for bash. In ~/.bashrc: source <(crier completion bash)
_crier() {
	local current=${COMP_WORDS[COMP_CWORD]} line kind= file
	COMPREPLY=()
	while IFS= read -r line; do
		if [ -z "$kind" ]; then
			kind=$line
		else
			COMPREPLY+=("${line%%$'\t'*}")
		fi
	done < <("$1" complete "--current=$current" -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
	case $kind in
	:files | :folders)
		if [ "$current" = "=" ]; then
			current=
		fi
		if type compopt >/dev/null 2>&1; then
			compopt -o filenames 2>/dev/null || :
		fi
		while IFS= read -r file; do
			COMPREPLY+=("$file")
		done < <(if [ "$kind" = :files ]; then compgen -f -- "$current"; else compgen -d -- "$current"; fi)
		;;
	esac
}
complete -F _crier crier
