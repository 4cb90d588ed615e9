import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test.each(['resit', 'resit-head-office'])(
  'the service %s of Linux may do little beside its work: systemd says an exposure under 3 (SE8)',
  (name) => {
    const unit = fileURLToPath(new URL(`../../build/pack/linux/${name}.service`, import.meta.url))
    const { status, stdout, error } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=30', '--no-pager', unit],
      { encoding: 'utf8' },
    )
    if (error) return console.warn('left out: this computer has no systemd-analyze to ask about the service')
    expect(stdout).toMatch(new RegExp(`Overall exposure level for ${name}\\.service: [0-2]\\.\\d`))
    expect(status).toBe(0)
  },
)
