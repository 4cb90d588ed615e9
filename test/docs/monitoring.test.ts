import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../build/root.ts'

const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const monitor = textOf('docs/monitor.md')
const rules = textOf('build/monitoring/alerts.yml')
const named = (text: string) => new Set(text.match(/\bresit_\w+/g))

describe('what ships for Prometheus and Grafana', () => {
  test('has a section of the handbook for each alert, and none for nothing', () => {
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    const runbooks = [...rules.matchAll(/runbook: '?docs\/monitor\.md#(\w+)/g)].map(([, anchor]) => anchor)
    expect(runbooks).toEqual(alerts.map((name) => name.toLowerCase()))
    expect([...monitor.matchAll(/^### (Resit\w+)$/gm)].map(([, name]) => name)).toEqual(alerts)
  })

  test('asks for metrics that there are, and each metric is told of in the handbook', () => {
    const families = named(textOf('electron/gateway/features/health/metrics.ts'))
    const asked = named(`${rules}${textOf('build/monitoring/dashboard.json')}`)
    const family = (name: string) => name.replace(/_bucket$/, '')
    expect([...asked].map(family).filter((name) => !families.has(name))).toEqual([])
    expect([...families].filter((name) => !named(monitor).has(name))).toEqual([])
  })

  test('are rules that promtool takes, and that fire when they should', () => {
    const cwd = join(root, 'build/monitoring')
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const { error, status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' })
      if (error)
        return console.warn(`the alert rules were not looked at: ${error.message}. Install Debian’s prometheus.`)
      expect([args, status, `${stdout}${stderr}`]).toEqual([args, 0, expect.stringContaining('SUCCESS')])
    }
  })
})
