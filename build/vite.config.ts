import { fileURLToPath } from 'node:url'
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { theme } from '../renderer/style/theme.ts'
import type { EndpointDefinition, OperatorEndpoint } from '../shared/api/axes.ts'
import { interfaceCatalogue } from '../shared/api/catalogue.ts'
import { operatorApi } from '../shared/api/operator.ts'
import { licences } from './licences.ts'

const asPath = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/**
 * The theme's variables as a style sheet of the bundle. The kit would put them into the page at run time, which the content
 * security policy of the screens forbids.
 */
const themeSheet = (): Plugin => ({
  name: 'theme-sheet',
  resolveId: (id) => (id === 'virtual:theme.css' ? '\0theme.css' : null),
  load: (id) =>
    id === '\0theme.css'
      ? convertCssVariables(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), ':root')
      : null,
})

/**
 * The catalogue's methods and paths. The whole catalogue has the schema of every body, and would be a quarter of what the
 * first screen loads.
 */
const paths = (): Plugin => ({
  name: 'paths',
  resolveId: (id) => (id === 'virtual:paths' ? '\0paths' : null),
  load: (id) => (id === '\0paths' ? `export default ${JSON.stringify(pathsOfCatalogue())}` : null),
})

/** For the page of licences, which is loaded when a person opens it. */
const licenceList = (): Plugin => ({
  name: 'licences',
  resolveId: (id) => (id === 'virtual:licences' ? '\0licences' : null),
  load: (id) => (id === '\0licences' ? `export default ${JSON.stringify(licences())}` : null),
})

const called = ({ method, path }: Pick<EndpointDefinition, 'method'> & { readonly path: string }) => ({ method, path })

const pathsOfCatalogue = () => ({
  interface: Object.fromEntries(interfaceCatalogue.map((endpoint) => [endpoint.id, called(endpoint)])),
  operator: Object.fromEntries(
    Object.entries<OperatorEndpoint>(operatorApi).map(([id, row]) => [
      id,
      { ...called(row), ownerPin: row.ownerPin ?? null },
    ]),
  ),
})

export default defineConfig({
  root: asPath('../renderer'),
  plugins: [react(), themeSheet(), paths(), licenceList()],
  build: {
    outDir: asPath('../.build/renderer'),
    emptyOutDir: true,
    minify: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first screen needs is one script: sixty small ones are compressed worse, and each is a request.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first-screen', tags: ['$initial'] }] } } },
    chunkSizeWarningLimit: 900,
  },
})
