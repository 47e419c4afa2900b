#!/bin/sh
# PostgreSQL's archive_command: a file of WAL is in the archive whole or not at all, on disk, and none is ever replaced by another.
#   archive_mode = on
#   archive_command = '/opt/candor/deploy/archive-wal.sh %p /var/backups/candor/wal/%f'
set -eu
[ ! -e "$2" ] || exec cmp "$1" "$2"
cp "$1" "$2.part"
sync "$2.part"
mv "$2.part" "$2"
