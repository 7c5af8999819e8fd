# Completion of crier for fish. As a file: crier completion fish > ~/.config/fish/completions/crier.fish
function __crier_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    if test (count $current) -eq 0
        set current ''
    end
    set -l lines ($words[1] complete --current=$current -- $words[2..-1] 2>/dev/null)
    or return
    switch $lines[1]
        case :files
            __fish_complete_path $current
        case :folders
            __fish_complete_directories $current
        case '*'
            printf '%s\n' $lines[2..-1]
    end
end
complete -c crier -f -a '(__crier_complete)'
