import '@mantine/core/styles.css'
import 'virtual:theme.css'
import './style/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { resumeSession } from './gateway/api.ts'
import { fetchDesktopLanguage } from './gateway/desktop.ts'
import { keepFocusInSight } from './parts/in-sight.ts'
import { initLanguage } from './words/language.ts'

keepFocusInSight()
await initLanguage(await fetchDesktopLanguage())
await resumeSession()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
