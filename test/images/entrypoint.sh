#!/bin/sh
# Behaves, as far as anyone can see from outside, like the entrypoint of the official images: with an empty data
# directory it initialises one, runs a temporary server without networking on the very socket that was asked for,
# sets up the accounts that the environment names, stops it, and only then becomes the server. Documented at
# hub.docker.com/_/mysql and hub.docker.com/_/mariadb.
set -eu

say() { echo "$(date '+%F %T+00:00') [$1] [Entrypoint]: $2"; }
fail() { say ERROR "$1" >&2; exit 1; }

case "${1-}" in
  -*) set -- "$SERVER" "$@" ;;
esac
case "${1-}" in
  mysqld | mariadbd) ;;
  *) exec "$@" ;;
esac
for argument; do
  case "$argument" in
    --help | --version | -V | -\? | --print-defaults) exec "$@" ;;
  esac
done

say Note "Entrypoint script for $SERVER started."
errors=$("$@" --verbose --help 2>&1 >/dev/null) || fail "$SERVER failed while attempting to check config
	command was: $* --verbose --help
	$errors"

# From the table at the end of the help, whose lines alone are not indented.
setting() {
  name=$1
  shift
  "$@" --verbose --help 2>/dev/null | awk -v name="$name" '/^[^ \t]/ && $1 == name { print $2; exit }'
}
DATADIR=$(setting datadir "$@")
SOCKET=$(setting socket "$@")
mkdir -p "$DATADIR" "$(dirname "$SOCKET")"

if [ "$(id -u)" = 0 ]; then
  say Note "Switching to dedicated user 'mysql'"
  chown -R mysql:mysql "$DATADIR" "$(dirname "$SOCKET")"
  exec su -m -s /bin/sh mysql -- "$0" "$@"
fi

# MariaDB's image goes by its own names, and by MySQL's where those are not given.
given() {
  eval "value=\${MYSQL_$1:-}"
  if [ "$SERVER" = mariadbd ]; then eval "value=\${MARIADB_${2:-$1}:-$value}"; fi
  echo "$value"
}
ROOT_PASSWORD=$(given ROOT_PASSWORD)
EMPTY=$(given ALLOW_EMPTY_PASSWORD ALLOW_EMPTY_ROOT_PASSWORD)
RANDOM_PASSWORD=$(given RANDOM_ROOT_PASSWORD)
ROOT_HOST=$(given ROOT_HOST)
ROOT_HOST=${ROOT_HOST:-%}
DATABASE=$(given DATABASE)
USER_NAME=$(given USER)
USER_PASSWORD=$(given PASSWORD)
SKIP_TZINFO=$(given INITDB_SKIP_TZINFO)

setup_sql() {
  echo "ALTER USER 'root'@'localhost' IDENTIFIED BY '$ROOT_PASSWORD';"
  if [ "$ROOT_HOST" != localhost ]; then
    echo "CREATE USER 'root'@'$ROOT_HOST' IDENTIFIED BY '$ROOT_PASSWORD';"
    echo "GRANT ALL ON *.* TO 'root'@'$ROOT_HOST' WITH GRANT OPTION;"
  fi
  if [ -n "$DATABASE" ]; then echo "CREATE DATABASE IF NOT EXISTS \`$DATABASE\`;"; fi
  if [ -n "$USER_NAME" ] && [ -n "$USER_PASSWORD" ]; then
    echo "CREATE USER '$USER_NAME'@'%' IDENTIFIED BY '$USER_PASSWORD';"
    if [ -n "$DATABASE" ]; then echo "GRANT ALL ON \`$DATABASE\`.* TO '$USER_NAME'@'%';"; fi
  fi
}

initialise() {
  if [ "$SERVER" = mysqld ]; then
    "$@" --initialize-insecure
  else
    {
      printf '%s;\n' "CREATE DATABASE IF NOT EXISTS mysql" "USE mysql" "SET @auth_root_socket=NULL"
      cd /usr/share/mysql
      cat mysql_system_tables.sql mysql_performance_tables.sql mysql_system_tables_data.sql
    } | "$@" --bootstrap
  fi
}

if [ ! -d "$DATADIR/mysql" ]; then
  if [ -z "$ROOT_PASSWORD$EMPTY$RANDOM_PASSWORD" ]; then
    fail "Database is uninitialized and password option is not specified
    You need to specify one of the following as an environment variable:
    - MYSQL_ROOT_PASSWORD
    - MYSQL_ALLOW_EMPTY_PASSWORD
    - MYSQL_RANDOM_ROOT_PASSWORD"
  fi
  if [ -n "$RANDOM_PASSWORD" ]; then
    ROOT_PASSWORD=$(head -c 18 /dev/urandom | base64)
    say Note "GENERATED ROOT PASSWORD: $ROOT_PASSWORD"
  fi
  say Note "Initializing database files"
  initialise "$@"
  say Note "Starting temporary server"
  setup=$(mktemp)
  setup_sql >"$setup"
  "$@" --skip-networking --socket="$SOCKET" --init-file="$setup" &
  temporary=$!
  while [ ! -S "$SOCKET" ]; do
    kill -0 "$temporary" 2>/dev/null || fail "Unable to start server."
    sleep 0.1
  done
  say Note "Temporary server started."
  # The official one now feeds its SQL, and the time zones unless told not to, to the temporary server.
  if [ -n "$SKIP_TZINFO" ]; then sleep 1; else sleep 5; fi
  say Note "Stopping temporary server"
  kill "$temporary"
  wait "$temporary"
  rm -f "$setup"
  say Note "Init process done. Ready for start up."
fi
exec "$@"
