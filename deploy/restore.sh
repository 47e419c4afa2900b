#!/bin/sh
# A data directory with the database as it was at an instant, made of a base backup and the archived WAL. PostgreSQL then starts in it,
# replays up to that instant and takes work. Nothing is written over.
#   deploy/restore.sh BASE_BACKUP WAL_ARCHIVE NEW_DATA_DIRECTORY '2027-01-01 12:00:00+00'
set -eu
[ $# -eq 4 ] || { sed -n '2,5s/^# *//p' "$0" >&2; exit 2; }
base=$1 wal=$2 data=$3 instant=$4
[ -e "$base/backup_label" ] || { echo "$base is no base backup: it has no backup_label" >&2; exit 1; }
[ ! -e "$data" ] || { echo "$data is there already" >&2; exit 1; }
cp -a "$base" "$data"
chmod 700 "$data"
cat >> "$data/postgresql.auto.conf" <<EOF
restore_command = 'cp "$wal/%f" "%p"'
recovery_target_time = '$instant'
recovery_target_action = 'promote'
EOF
touch "$data/recovery.signal"
# Also when root restores: the files are those of whoever runs PostgreSQL.
chown --reference="$data" "$data/recovery.signal"
