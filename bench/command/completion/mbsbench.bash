# SPDX-License-Identifier: MIT
# Completion of mbsbench for bash: the program says what can follow.

# Bash cuts words at ':' and '=': the words are those of the line, and what stands before the last
# cut is taken off the answers.
_mbsbench() {
    local line=${COMP_LINE:0:COMP_POINT} last=${COMP_WORDS[COMP_CWORD]} words typed cut
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=('')
    typed=${words[-1]}
    [[ $last == [=:] ]] && last=''
    cut=${typed%"$last"}
    mapfile -t COMPREPLY < <("${COMP_WORDS[0]}" --complete "${words[@]:1}" 2> /dev/null)
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:,/] ]] && compopt -o nospace
}
complete -o bashdefault -o default -F _mbsbench mbsbench
