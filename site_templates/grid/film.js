// Maps of squares: the film strip. Of the groups with a time (data-at) one is shown, with what it alone shows; "All" is
// the map as it was without this script. The strip is made by pbm/site/maps/gridpage.py.
(() => {
  "use strict";
  const PAUSE = 1200; // ms that a frame stands while it plays

  class Film {
    constructor(svg, strip) {
      this.svg = svg;
      this.strip = strip;
      this.slider = strip.querySelector("input");
      this.frames = [...strip.querySelectorAll("[data-at]")].filter((it) => it.dataset.at !== "");
      this.at = -1; // all of them
      strip.addEventListener("click", ({ target }) => {
        const button = target.closest("button");
        if (!button) return;
        if ("play" in button.dataset) this.play(!this.clock);
        else {
          this.play(false);
          this.show("step" in button.dataset ? this.next(+button.dataset.step) : this.frames.indexOf(button));
        }
      });
      if (this.slider) this.slider.addEventListener("input", () => this.show(+this.slider.value));
      strip.hidden = false;
    }

    next(step) {
      const last = this.frames.length - 1;
      return this.at < 0 ? (step > 0 ? 0 : last) : Math.min(last, Math.max(0, this.at + step));
    }

    show(index) {
      this.at = index;
      const frame = this.frames[index], at = frame ? frame.dataset.at : "";
      this.svg.classList.toggle("g-filming", !!frame);
      this.svg.querySelectorAll(".g-at").forEach((group) => group.classList.toggle("g-on", group.dataset.at === at));
      this.strip.querySelectorAll("button[data-at]").forEach((button) => {
        button.setAttribute("aria-pressed", String(button.dataset.at === at));
      });
      if (this.slider && frame) {
        this.slider.value = index;
        this.strip.querySelector("output").textContent = frame.textContent;
      }
      this.strip.querySelector("[data-said]").textContent = frame ? frame.dataset.text : "";
    }

    play(on) {
      clearInterval(this.clock);
      this.clock = on ? setInterval(() => {
        if (this.at === this.frames.length - 1) this.play(false);
        else this.show(this.next(1));
      }, PAUSE) : 0;
      if (on) this.show(this.at === this.frames.length - 1 ? 0 : this.next(1));
      this.strip.querySelector("[data-play]").textContent = on ? "Stop" : "Play";
    }
  }

  window.PbmGrid = { Film };
})();
