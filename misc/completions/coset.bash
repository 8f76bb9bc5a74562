# Completion of coset for bash; made by: coset help bash
_coset()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    [[ $word == = ]] && word=
    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}
    case $before in
    --lang) COMPREPLY=($(compgen -W 'murphi cspm promela' -- "$word")); return ;;
    --dialect) COMPREPLY=($(compgen -W 'strict rumur cmurphi' -- "$word")); return ;;
    --simplify) COMPREPLY=($(compgen -W 'off on' -- "$word")); return ;;
    --merge) COMPREPLY=($(compgen -W 'off on' -- "$word")); return ;;
    --dead) COMPREPLY=($(compgen -W 'keep reset' -- "$word")); return ;;
    --ended) COMPREPLY=($(compgen -W 'auto spin vanish' -- "$word")); return ;;
    --symmetry) COMPREPLY=($(compgen -W 'auto off detect detect-types detect-elements detect-label detect-local full sorted segmented pc-sorted pc-segmented refine search label' -- "$word")); return ;;
    --symbolic-symmetry) COMPREPLY=($(compgen -W 'none dynamic orbit multiple counter relation' -- "$word")); return ;;
    --cosets) COMPREPLY=($(compgen -W 'first all' -- "$word")); return ;;
    --deadlock) COMPREPLY=($(compgen -W 'off stuck stuttering' -- "$word")); return ;;
    --assertions) COMPREPLY=($(compgen -W 'off on' -- "$word")); return ;;
    --unspecified) COMPREPLY=($(compgen -W 'off on' -- "$word")); return ;;
    --exclusive) COMPREPLY=($(compgen -W 'off on' -- "$word")); return ;;
    --least-int) COMPREPLY=($(compgen -W 'off on' -- "$word")); return ;;
    --compile) COMPREPLY=($(compgen -W 'auto components explicit' -- "$word")); return ;;
    --relation) COMPREPLY=($(compgen -W 'bisimulation simulation weak-bisimulation weak-simulation' -- "$word")); return ;;
    --actions) COMPREPLY=($(compgen -W 'auto rules none' -- "$word")); return ;;
    --among) COMPREPLY=($(compgen -W 'reached all' -- "$word")); return ;;
    --pairs) COMPREPLY=($(compgen -W 'beside apart' -- "$word")); return ;;
    --fixpoint) COMPREPLY=($(compgen -W 'long emerson-lei naive' -- "$word")); return ;;
    --engine) COMPREPLY=($(compgen -W 'explore symbolic' -- "$word")); return ;;
    --por) COMPREPLY=($(compgen -W 'off auto stubborn ample cluster' -- "$word")); return ;;
    --por-chains) COMPREPLY=($(compgen -W 'off on' -- "$word")); return ;;
    --search) COMPREPLY=($(compgen -W 'bfs dfs' -- "$word")); return ;;
    --order) COMPREPLY=($(compgen -W 'auto concatenated interleaved siblings' -- "$word")); return ;;
    --direction) COMPREPLY=($(compgen -W 'forward backward' -- "$word")); return ;;
    --code) COMPREPLY=($(compgen -W 'auto native interp' -- "$word")); return ;;
    --share) COMPREPLY=($(compgen -W 'long all' -- "$word")); return ;;
    --store) COMPREPLY=($(compgen -W 'auto packed tree collapse compact bitstate' -- "$word")); return ;;
    --trace) COMPREPLY=($(compgen -W 'changes full off columns' -- "$word")); return ;;
    --progress) COMPREPLY=($(compgen -W 'auto line json none' -- "$word")); return ;;
    --color) COMPREPLY=($(compgen -W 'auto always never' -- "$word")); return ;;
    --exit-code) COMPREPLY=($(compgen -W 'full simple' -- "$word")); return ;;
    esac
    if [[ $word == -* ]]; then
        COMPREPLY=($(compgen -W '-D --define -U --undefine -I --include --lang --dialect --simplify --merge --dead --ended --typecheck -s --symmetry --sym --certificate --generators --audit --exchange --symbolic-symmetry --representatives --cosets --deadlock --assertions --unspecified --exclusive --least-int --assertion --compile --ltl --automaton --claim --nonprogress --ctl --mu --negate --fair --relation --observe --actions --silent --among --pairs --fixpoint -k --keep-going --engine --por --por-chains --clusters --search --order --direction --chaining --reorder --max-nodes --code -j --threads --share --bound-depth --max-states -t --time -m --memory --store --no-trace --trace --trail --put --max-counterexamples --reveal-taus --json --itf -o --output --progress --color -q --quiet -v --verbose --stats --exit-code -i --interactive --seed --steps -h --help --version' -- "$word"))
    else
        COMPREPLY=($(compgen -f -- "$word"))
        ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W 'check symmetry simulate replay compare group automaton version help' -- "$word"))
    fi
}
complete -o filenames -F _coset coset
