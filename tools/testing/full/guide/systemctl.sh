#!/bin/bash
# Stands in for systemd on a machine without it: runs the ExecStart of a unit as its User, in its WorkingDirectory, with its Environment
# and EnvironmentFile. The programs of Debian's packages are started by their own scripts.
set -eu
all() { sed -n "s/^$1=//p" "$file" | sed "s/%i/$instance/g"; }
one() { all "$1" | tail -n 1; }
is_running() { [ -s "$pid_file" ] && grep -qs '^State:[^Z]*$' "/proc/$(cat "$pid_file")/status"; }

load() {
  name=${1%.service} instance='' file=/etc/systemd/system/${1%.service}.service
  case $name in *@*) instance=${name#*@} file=/etc/systemd/system/${name%%@*}@.service ;; esac
  pid_file=/run/units/$name.pid
}

start() {
  is_running && return
  local settings=() line key value folder
  while read -r line; do settings+=("$line"); done < <(all Environment)
  # As systemd reads it: no shell, and quotes around a whole value alone.
  while IFS= read -r line; do
    [[ $line =~ ^([A-Z_0-9]+)=(.*)$ ]] || continue
    key=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
    if [[ $value =~ ^\'(.*)\'$ || $value =~ ^\"(.*)\"$ ]]; then value=${BASH_REMATCH[1]}; fi
    settings+=("$key=$value")
  done <"$(one EnvironmentFile)"
  folder=$(one StateDirectory)
  [ -z "$folder" ] || install -d -o "$(one User)" -g "$(one Group)" -m "$(one StateDirectoryMode)" "/var/lib/$folder"
  cd "$(one WorkingDirectory)"
  umask "$(one UMask)"
  # shellcheck disable=SC2046
  setsid setpriv --reuid="$(one User)" --regid="$(one Group)" --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
    env --ignore-environment PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 "${settings[@]}" $(one ExecStart) \
    </dev/null >>"/var/log/$name.log" 2>&1 &
  echo $! >"$pid_file"
}

stop() {
  is_running || return 0
  kill -TERM "$(cat "$pid_file")"
  while is_running; do sleep 0.1; done
}

mkdir -p /run/units
action=$1
shift
case $action in
daemon-reload) exit 0 ;;
enable | disable)
  now=''
  [ "$1" != --now ] || { now=1 && shift; }
  # The real one makes the links without a running systemd.
  /usr/bin/systemctl "$action" "$@"
  [ -n "$now" ] || exit 0
  action=start
  ;;
esac
for unit in "$@"; do
  load "$unit"
  if [ ! -f "$file" ]; then
    service "$name" "$action"
    continue
  fi
  case $action in
  start) (start) ;;
  stop) stop ;;
  restart) stop && (start) ;;
  reload) MAINPID=$(cat "$pid_file") bash -c "$(one ExecReload)" ;;
  *) echo "systemctl $action is not known here." >&2 && exit 1 ;;
  esac
done
