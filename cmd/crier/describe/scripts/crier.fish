# Completion of crier for fish. As a file: crier completion fish > ~/.config/fish/completions/crier.fish
function __crier_ask
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    if test (count $current) -eq 0
        set current ''
    end
    $words[1] complete --current=$current -- $words[2..-1] 2>/dev/null
end
function __crier_words
    set -l lines (__crier_ask)
    if test "$lines[1]" = :words
        printf '%s\n' $lines[2..-1]
    end
end
function __crier_wants_files
    set -l lines (__crier_ask)
    contains -- "$lines[1]" :files :folders
end
complete -c crier -f -a '(__crier_words)'
# fish completes names of files itself, as it knows quotes, variables and ~.
complete -c crier -F -n __crier_wants_files
