"""Debian's Chromium, driven by selenium as a person would: taps, keys, drags, screenshots."""

import base64
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-prefers-reduced-motion",
)
DRIVER = shutil.which("chromedriver")
CHROMIUM = shutil.which("chromium")
PATIENCE = 60
"""Seconds that a test waits for what has to come; a busy machine takes its time."""


@contextmanager
def chromium(language: str = "en") -> Iterator["Browser"]:
    """A browser with an empty user folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM or ""
        for argument in (*ARGUMENTS, f"--user-data-dir={folder}", f"--lang={language}"):
            options.add_argument(argument)
        options.add_experimental_option("prefs", {"intl.accept_languages": language})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
        try:
            yield Browser(driver)
        finally:
            driver.quit()


class Browser:
    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self.size(1280, 900)

    def size(self, width: int, height: int, phone: bool = False) -> None:
        """Set the size of the page itself."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def dark(self, on: bool) -> None:
        feature = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def open(self, url: str) -> None:
        """Load an address anew; returns when the page is ready."""
        self.driver.get("about:blank")
        self.driver.get(url)
        self.until(lambda: self.run("return document.documentElement.dataset.ready === 'true'"))

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def until(self, condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Wait until something is so."""
        return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(lambda _: condition())

    def find(self, css: str) -> WebElement:
        """The element, as soon as there is one."""
        self.until(lambda: self.driver.find_elements(By.CSS_SELECTOR, css))
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def text(self, css: str) -> str:
        return str(self.run("return document.querySelector(arguments[0])?.textContent ?? ''", css))

    def press(self, text: str, within: str = "body") -> None:
        """Press the button or link with this text."""
        script = """return [...document.querySelectorAll(arguments[1] + " :is(button, a, summary)")]
            .find((one) => one.textContent.trim() === arguments[0] && one.checkVisibility())"""
        found = self.until(lambda: self.run(script, text, within))
        self.run("arguments[0].scrollIntoView({block: 'center'})", found)
        found.click()

    def choose(self, css: str, value: str) -> None:
        """Choose an option of a select, or a radio button's value."""
        self.run(
            """const one = document.querySelector(arguments[0]);
            if (one.type === "radio") one.checked = true; else one.value = arguments[1];
            one.dispatchEvent(new Event("change", {bubbles: true}))""",
            css,
            value,
        )

    def cell(self, index: int) -> WebElement:
        return self.find(f".cell[data-index='{index}'] > .shade")

    def tap(self, *indexes: int) -> None:
        """Click on cells with the mouse."""
        for index in indexes:
            cell = self.cell(index)
            self.run("arguments[0].scrollIntoView({block: 'center'})", cell)
            ActionChains(self.driver, duration=0).move_to_element(cell).click().perform()

    def drag(self, start: int, goal: int) -> None:
        chain = ActionChains(self.driver, duration=20).click_and_hold(self.cell(start))
        chain.move_to_element(self.cell(goal)).release().perform()

    def keys(self, *keys: str) -> None:
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def walk(self, index: int) -> None:
        """Go to a cell of the board by the arrow keys and press Enter."""
        script = """const at = document.activeElement.closest(".cell");
            const other = document.querySelector(`.cell[data-index="${arguments[0]}"]`);
            const box = (one) => one.getBoundingClientRect();
            const side = box(other).width, [a, b] = [box(at), box(other)];
            return [Math.round((b.x - a.x) / side), Math.round((b.y - a.y) / side)]"""
        right, down = self.run(script, index)
        steps = [Keys.ARROW_RIGHT if right > 0 else Keys.ARROW_LEFT] * abs(right)
        steps += [Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP] * abs(down)
        self.keys(*steps, Keys.ENTER)

    def picture(self, path: Path, quality: int = 60) -> None:
        """Save what is seen as WebP."""
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": quality})
        path.write_bytes(base64.b64decode(shot["data"]))

    def faults(self) -> list[str]:
        """What went wrong in the page's own console."""
        logs = self.driver.get_log("browser")
        return [entry["message"] for entry in logs if entry["level"] == "SEVERE"]
