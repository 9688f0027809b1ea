// SPDX-License-Identifier: MIT
// stage.js: renderer, camera, lights and ground.

import {
  AmbientLight, Box3, BufferGeometry, Color, DirectionalLight, Float32BufferAttribute, HemisphereLight, LineBasicMaterial, LineSegments, Matrix4, PerspectiveCamera, Quaternion,
  Raycaster, Scene, Sphere, Spherical, SRGBColorSpace, Vector2, Vector3, Vector4, WebGLRenderer, PCFShadowMap,
} from 'three';
import CameraControls from 'camera-controls';
import { PAGE } from './theme.js';

CameraControls.install({
  THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster },
});

const LINES = 24; // Of the grid, to each side.
const WIDE = 1.6; // Width by height that cameras of files are made for.

export class Stage {
  /** [m] Between lines of the grid. */
  spacing = 1;
  /** @type {'dark'|'light'} */
  theme = 'dark';

  scene = new Scene();
  camera = new PerspectiveCamera(45, 1, 0.05, 500);
  isDirty = true;
  #fov = 45; // [deg] Upwards and downwards, on a canvas of WIDE.

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.sun = new DirectionalLight(0xffffff, 2.2);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.03;
    this.scene.add(new HemisphereLight(0xffffff, 0x8a93a0, 1.6), new AmbientLight(0xffffff, 0.25), this.sun, this.sun.target);
    this.controls = new CameraControls(this.camera, canvas);
    const { ACTION } = CameraControls;
    Object.assign(this.controls.mouseButtons, { left: ACTION.ROTATE, right: ACTION.ROTATE, middle: ACTION.TRUCK, wheel: ACTION.DOLLY });
    this.controls.smoothTime = 0.08;
    this.controls.draggingSmoothTime = 0.05;
    this.setTheme('dark');
    new ResizeObserver(() => this.resize()).observe(/** @type {HTMLElement} */ (canvas.parentElement));
    this.resize();
  }

  resize() {
    const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (this.canvas.parentElement);
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / clientHeight;
    // On a narrow canvas as much to the sides as on a wide one.
    const tall = Math.tan((this.#fov * Math.PI) / 360) * Math.max(1, WIDE / this.camera.aspect);
    this.camera.fov = (Math.atan(tall) * 360) / Math.PI;
    this.camera.updateProjectionMatrix();
    this.isDirty = true;
  }

  /** @param {'dark'|'light'} theme */
  setTheme(theme) {
    this.theme = theme;
    const page = PAGE[theme];
    this.scene.background = new Color(page.ground);
    this.#makeGrid(page);
    this.isDirty = true;
  }

  // Lines of a metre, or of what suits the scene, that fade towards the border.
  #makeGrid(/** @type {{ grid: number, axis: number }} */ page) {
    const { visible = true, position = new Vector3() } = this.grid ?? {};
    this.grid?.removeFromParent();
    this.grid?.geometry.dispose();
    this.grid?.material.dispose();
    const points = /** @type {number[]} */ ([]), colors = /** @type {number[]} */ ([]);
    const color = new Color();
    const put = (/** @type {number} */ x, /** @type {number} */ z, /** @type {number} */ ink) => {
      points.push(x * this.spacing, 0, z * this.spacing);
      colors.push(...color.set(ink).toArray(), Math.max(0, 1 - Math.hypot(x, z) / LINES) ** 1.5);
    };
    for (let i = -LINES; i <= LINES; ++i) {
      const ink = i === 0 ? page.axis : page.grid;
      for (let k = -LINES; k < LINES; ++k) {
        if (Math.hypot(i, k) > LINES + 1) continue;
        put(i, k, ink);
        put(i, k + 1, ink);
        put(k, i, ink);
        put(k + 1, i, ink);
      }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new Float32BufferAttribute(points, 3));
    geometry.setAttribute('color', new Float32BufferAttribute(colors, 4));
    this.grid = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
    this.grid.visible = visible;
    this.grid.position.copy(position);
    this.grid.renderOrder = -1;
    this.scene.add(this.grid);
  }

  /** Puts the light, and the ground's size, for a scene of these bounds. @param {Box3} box */
  setBounds(box) {
    this.#fov = 45;
    this.resize();
    this.bounds = box.clone();
    const sphere = box.getBoundingSphere(new Sphere());
    const radius = Math.min(Math.max(sphere.radius, 1), 200);
    this.sun.target.position.copy(sphere.center);
    this.sun.position.copy(sphere.center).add(new Vector3(0.45, 1, 0.6).multiplyScalar(radius * 2));
    this.spacing = 10 ** Math.round(Math.log10(radius / 5));
    this.#makeGrid(PAGE[this.theme]);
    // Under what stands on the ground, which would flicker with it.
    /** @type {any} */ (this.grid).position.set(0, box.min.y - radius * 2e-3, 0);
    const { camera } = this.sun.shadow;
    Object.assign(camera, { left: -radius, right: radius, top: radius, bottom: -radius, near: 0.1, far: radius * 6 });
    camera.updateProjectionMatrix();
    this.camera.near = Math.max(radius / 1000, 0.005);
    this.camera.far = radius * 60;
    this.camera.updateProjectionMatrix();
    this.isDirty = true;
  }

  /** Shows a box from the present direction. @param {Box3} box @param {Vector3} [direction]  from the middle to the eye. */
  frame(box, direction) {
    const sphere = box.getBoundingSphere(new Sphere());
    const radius = Math.max(sphere.radius, 0.1);
    const half = (this.camera.fov * Math.PI) / 360;
    const distance = (radius / Math.sin(Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect)))) * 0.95;
    const away = direction ?? this.camera.position.clone().sub(this.controls.getTarget(new Vector3()));
    const eye = away.normalize().multiplyScalar(distance).add(sphere.center);
    this.look(eye, sphere.center);
  }

  /** @param {Vector3} eye @param {Vector3} target @param {boolean} [isSmooth] */
  look(eye, target, isSmooth = false) {
    this.controls.setLookAt(eye.x, eye.y, eye.z, target.x, target.y, target.z, isSmooth);
    this.controls.update(0);
    this.isDirty = true;
  }

  /** Looks as a camera of the file does. @param {import('three').Object3D} camera */
  lookAs(camera) {
    camera.updateWorldMatrix(true, false);
    const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
    const forward = new Vector3(0, 0, -1).transformDirection(camera.matrixWorld);
    const center = this.bounds ? this.bounds.getCenter(new Vector3()) : new Vector3();
    const distance = Math.max(center.sub(eye).dot(forward), 0.5);
    if ('fov' in camera && typeof camera.fov === 'number') {
      this.#fov = camera.fov;
      this.resize();
    }
    this.look(eye, forward.multiplyScalar(distance).add(eye));
  }

  /** Where the camera is and looks: six numbers for the address. */
  get place() {
    return [...this.camera.position.toArray(), ...this.controls.getTarget(new Vector3()).toArray()];
  }

  /** Ray through a point of the canvas, in pixels of the page. @param {{ clientX: number, clientY: number }} event */
  ray({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((clientX - box.left) / box.width) * 2 - 1, 1 - ((clientY - box.top) / box.height) * 2);
    const caster = new Raycaster();
    caster.setFromCamera(at, this.camera);
    return caster;
  }

  /** Place of a point of the world on the canvas [px], null behind the eye. @param {readonly number[]} point */
  screen([x, y, z]) {
    const at = new Vector3(x, y, z).project(this.camera);
    if (at.z > 1) return null;
    const { clientWidth, clientHeight } = this.canvas;
    return { x: ((at.x + 1) / 2) * clientWidth, y: ((1 - at.y) / 2) * clientHeight };
  }

  /** Draws where something has changed. @param {number} delta [s] @returns whether it drew. */
  render(delta) {
    const hasMoved = this.controls.update(delta);
    if (!hasMoved && !this.isDirty) return false;
    this.isDirty = false;
    this.renderer.render(this.scene, this.camera);
    return true;
  }
}
