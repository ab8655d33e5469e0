# What foyer-backup and foyer-restore share.
export PGBACKREST_CONFIG="${PGBACKREST_CONFIG:-/etc/pgbackrest.conf}"
# The programs may be started in a folder that the user postgres cannot enter.
cd /
umask 077

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

# Prints a setting of pgbackrest's file.
setting() {
  value=$(sed -n "s/^$1 *= *//p" "$PGBACKREST_CONFIG")
  echo "${value:-$2}"
}

data=$(setting pg1-path '')
[ -n "$data" ] || fail "$PGBACKREST_CONFIG has no pg1-path."
socket=$(setting pg1-socket-path /var/run/postgresql)
port=$(setting pg1-port 5432)
# Secrets and the programs' folder, packed into the database's own folder: they are backed up, encrypted and restored with it.
files="$data/foyer-files.tar"

as_postgres() { runuser -u postgres -- "$@" 9>&-; }
backrest() { as_postgres pgbackrest --stanza=foyer "$@"; }

# Runs a statement in a database of the server with this socket and port, and prints the rows without decoration.
query_in() {
  echo "$4" | as_postgres psql --host "$1" --port "$2" --no-psqlrc --tuples-only --no-align --quiet --set ON_ERROR_STOP=1 "$3"
}
query() { query_in "$1" "$2" foyer "$3"; }

# Waits until the server with this socket and port has followed the log to its end and is open, or fails when it has stopped. `$3…`: a command
# that fails once the server has stopped.
wait_until_open() {
  where=$1
  at=$2
  shift 2
  until [ "$(query_in "$where" "$at" postgres 'SELECT pg_is_in_recovery()' 2> /dev/null)" = f ]; do
    "$@" > /dev/null 2>&1 || return 1
    sleep 1
  done
}

# Prints each sale whose tickets and payments do not agree, of the server with this socket and port.
disagreements() { query "$1" "$2" "$(cat "$here/agree.sql")"; }

# Ends while another backup or restore runs. A server that is started here must not keep the lock: 9>&-.
one_at_a_time() {
  exec 9> /run/lock/foyer-backup
  flock --nonblock 9 || fail "Another backup or restore runs."
}

# Ends unless the place answers and the key opens what lies there.
require_backup() {
  case $(backrest info 2>&1 || true) in
    *"status: ok"*) ;;
    *"FormatError"* | *"CryptoError"*) fail "The key in $PGBACKREST_CONFIG does not open the backup." ;;
    *) fail "There is no backup at the place that $PGBACKREST_CONFIG names, or the place does not answer: pgbackrest info" ;;
  esac
}
